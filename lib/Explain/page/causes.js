// What a collective is for, in sentences.
const causeLines = cause => [
  `for ${cause.user}${cause.place ? ", " + placeText(cause.place) : ""}`,
  `${valueText(cause.value)} is sharded as ${cause.from}, is needed as ${cause.to}`,
  cause.text,
];
function collectiveLines(collective) {
  const price = collective.seconds === undefined ? "" : `, ${secondsText(collective.seconds)}`;
  const lines = [`${collectiveHead(collective)} over {${collective.axes.join(", ")}}`,
    `${timesText(collective)} × ${bytesText(collective.bytes_per_device)}${price}`];
  if (!collective.causes.length) lines.push(collective.text);
  for (const cause of collective.causes.slice(0, 3)) lines.push(...causeLines(cause));
  if (collective.causes.length > 3) lines.push(`and ${collective.causes.length - 3} more causes`);
  return lines;
}
/// A place as a link to its line of the source.
function placeLink(place, words = placeText(place)) {
  if (!place?.line || !sourceLines.length) return words;
  return element("a", {href: `#line-${place.line}`, onclick: event => { event.preventDefault(); event.stopPropagation(); chooseLine(place.line); }}, words);
}
