// Places for boxes: ranks go down the page, boxes of a rank stand near what they read (Sugiyama's layered drawing, by
// barycentres); loops and layers that are open hold a drawing of their own.
const kBox = {width: 156, height: 38, between: 16, below: 30, head: 28, margin: 14, columns: 9};

/// The longest way from the top; what nothing leads to stands right above what reads it.
function rank(boxes) {
  const users = usersOf(boxes), left = new Map(boxes.map(box => [box, box.inputs.size]));
  const order = boxes.filter(box => !left.get(box));
  boxes.forEach(box => { box.rank = 0; });
  for (let at = 0; at < order.length; ++at)
    for (const user of users.get(order[at])) {
      user.rank = Math.max(user.rank, order[at].rank + 1);
      left.set(user, left.get(user) - 1);
      if (!left.get(user)) order.push(user);
    }
  for (const box of order.reverse())
    if (!box.inputs.size && users.get(box).length)
      box.rank = Math.min(...users.get(box).map(user => user.rank)) - 1;
  const least = Math.min(0, ...boxes.map(box => box.rank));
  boxes.forEach(box => { box.rank -= least; });
}

/// What an open box holds: the regions of a loop, the layer of a group that is shown.
const heldBy = box => box.kind === "layers" ? [box.layers[box.group.shown]] : regionsOf.get(box.nodes[0]).map(itemsOf);

/// Places for the boxes of a list of items: {boxes, width, height}. `folded`: keys of boxes whose inside is not shown.
function layoutItems(items, folded) {
  const raw = boxesOf(items);
  rank(raw);
  const boxes = stack(raw);
  for (const box of boxes) {
    box.width = kBox.width;
    box.height = kBox.height;
    if ((box.kind !== "loop" && box.kind !== "layers") || folded.has(box.key)) continue;
    box.inner = heldBy(box).map(inner => layoutItems(inner, folded));
    box.width = Math.max(2 * kBox.width, sum(box.inner.map(inner => inner.width + kBox.margin)) + kBox.margin);
    box.height = kBox.head + Math.max(...box.inner.map(inner => inner.height)) + kBox.margin + 10;
  }
  const rows = rowsOf(boxes);
  order(rows);
  placeRows(rows);
  return {boxes, width: Math.max(kBox.width, ...boxes.map(box => box.x + box.width)),
    height: Math.max(kBox.height, ...boxes.map(box => box.y + box.height))};
}

function rowsOf(boxes) {
  const ranks = [];
  for (const box of boxes) (ranks[box.rank] = ranks[box.rank] || []).push(box);
  const rows = [];
  for (const row of ranks.filter(Boolean))
    for (let begin = 0; begin < row.length; begin += kBox.columns) rows.push(row.slice(begin, begin + kBox.columns));
  return rows;
}

/// By the mean place of what each reads, then of what reads it, a few times over.
function order(rows) {
  const users = usersOf(rows.flat());
  const mean = (boxes, otherwise) => boxes.length ? sum(boxes.map(box => box.at)) / boxes.length : otherwise;
  const number = row => row.forEach((box, at) => { box.at = (at + 0.5) / row.length; });
  rows.forEach(number);
  for (let round = 0; round < 6; ++round) {
    const down = round % 2 === 0;
    for (const row of down ? rows : [...rows].reverse()) {
      row.forEach(box => { box.target = mean(down ? [...box.inputs] : users.get(box), box.at); });
      row.sort((a, b) => a.target - b.target);
      number(row);
    }
  }
}

function placeRows(rows) {
  let y = 0;
  const widths = rows.map(row => sum(row.map(box => box.width + kBox.between)) - kBox.between);
  const widest = Math.max(...widths, kBox.width);
  rows.forEach((row, number) => {
    let x = (widest - widths[number]) / 2;
    for (const box of row) {
      box.x = x;
      box.y = y;
      x += box.width + kBox.between;
    }
    y += Math.max(...row.map(box => box.height)) + kBox.below;
  });
  // Rows move as one towards what they read.
  for (let round = 0; round < 3; ++round)
    for (const row of rows) {
      const pulls = row.flatMap(box => [...box.inputs].map(input => input.x + input.width / 2 - box.x - box.width / 2));
      if (!pulls.length) continue;
      const first = row[0].x, last = row[row.length - 1].x + row[row.length - 1].width;
      const shift = Math.max(-first, Math.min(widest - last, sum(pulls) / pulls.length));
      row.forEach(box => { box.x += shift; });
    }
}
