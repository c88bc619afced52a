// Amounts as people read them.

/// With so many digits; of two that are as near, the even one, as `explain` writes it on a terminal.
function rounded(number, digits) {
  const exact = number.toFixed(digits + 25), down = exact.slice(0, digits ? -25 : -26);
  const isTie = /^50*$/.test(exact.slice(-25)), isEven = "02468".includes(down[down.length - 1]);
  return isTie && isEven ? down : number.toFixed(digits);
}
function inUnits(amount, units) {
  const [size, name] = units.find(([size]) => Math.abs(amount) >= size * 0.9995) || units[units.length - 1];
  const number = amount / size, magnitude = Math.abs(number);
  const digits = (size === 1 && Number.isInteger(number)) || magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2;
  return `${rounded(number, digits)} ${name}`;
}
const bytesText = amount => inUnits(Math.round(amount),
  [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [1024, "KiB"], [1, "bytes"]]);
const secondsText = amount => amount ? inUnits(amount, [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]]) : "0 s";
const flopsText = amount => inUnits(amount,
  [[1e18, "EFLOP"], [1e15, "PFLOP"], [1e12, "TFLOP"], [1e9, "GFLOP"], [1e6, "MFLOP"], [1e3, "kFLOP"], [1, "FLOP"]]);
const percentText = part => `${rounded(part * 100, 1)} %`;
/// A difference: its sign always.
const signedText = (amount, text) => amount ? `${amount < 0 ? "−" : "+"}${text(Math.abs(amount))}` : "the same";
/// How often something runs in a step; one iteration is counted of a loop whose iterations are not known.
const isUnknown = item => item.unknown_trips || item.executed === null;
const timesText = item => inAll(item).toLocaleString("en") + (isUnknown(item) ? " or more" : "");
const inAll = item => item.executed ?? 1;
const secondsInAll = item => (item.seconds || 0) * inAll(item);
const sum = numbers => numbers.reduce((total, number) => total + number, 0);
