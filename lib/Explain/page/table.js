// Tables that sort, grow on demand, and turn to one card a row where the page is narrow.
const kRowsAtFirst = innerWidth > 760 ? 40 : 12;

/// columns: [{name, show(row), key(row), number, sorted, total}]
function table(host, name, columns, rows, act) {
  const body = element("tbody", {role: "rowgroup"}), more = element("p", {class: "more"});
  let sorted = {column: columns.findIndex(column => column.sorted), down: true}, shown = kRowsAtFirst;
  const heads = columns.map((column, number) => element("th", {class: column.number ? "number" : undefined, scope: "col", role: "columnheader"},
    element("button", {type: "button", onclick: () => { sorted = {column: number, down: sorted.column === number ? !sorted.down : Boolean(column.number)}; draw(); }}, column.name)));
  const drawn = new Map();
  const draw = () => {
    const key = columns[sorted.column]?.key, order = rows.map((row, number) => number);
    if (key) order.sort((a, b) => {
      const [p, q] = [key(rows[a]), key(rows[b])], less = typeof p === "string" ? p.localeCompare(q) : p - q;
      return (sorted.down ? -less : less) || a - b;
    });
    heads.forEach((head, number) => head.setAttribute("aria-sort", number === sorted.column ? (sorted.down ? "descending" : "ascending") : "none"));
    show(body, order.slice(0, shown).map(number => {
      if (!drawn.has(number)) drawn.set(number, drawRow(columns, rows[number], act));
      return drawn.get(number);
    }));
    show(more, rows.length > shown && element("button", {type: "button", onclick: () => { shown += 200; draw(); }}, `${rows.length - shown} more`));
  };
  draw();
  const foot = columns.some(column => column.total !== undefined) && rows.length > 1 && element("tfoot", {role: "rowgroup"}, element("tr", {role: "row"},
    columns.map((column, number) => element("td", {class: column.number ? "number" : undefined, role: "cell", "data-name": column.name}, number ? column.total : "In all"))));
  show(host, element("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": name}, element("table", {role: "table"},
    element("thead", {role: "rowgroup"}, element("tr", {role: "row"}, heads)), body, foot)), more);
}
function drawRow(columns, row, act) {
  const made = element("tr", {role: "row", tabindex: act ? 0 : undefined}, columns.map(column =>
    element("td", {class: column.number ? "number" : undefined, role: "cell", "data-name": column.name}, column.show(row))));
  return act ? clickable(made, () => act(row)) : made;
}

/// Rows that say the same are one: {first, all, executed, unknown_trips, bytes, seconds}.
function alike(rows, keyOf, bytesOf) {
  const groups = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    if (!groups.has(key)) groups.set(key, {first: row, all: [], executed: 0, bytes: 0, seconds: 0});
    const group = groups.get(key);
    group.all.push(row);
    group.executed += inAll(row);
    group.unknown_trips = group.unknown_trips || isUnknown(row);
    group.bytes += bytesOf(row) * inAll(row);
    group.seconds += secondsInAll(row);
  }
  return [...groups.values()];
}
function placesOf(rows) {
  const places = [...new Map(rows.filter(row => row.place).map(row => [placeText(row.place), row.place])).values()];
  return element("small", {}, places.slice(0, 4).map((place, number) => [number ? ", " : "", placeLink(place)]), places.length > 4 && ` and ${places.length - 4} more places`);
}
