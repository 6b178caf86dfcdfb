// Loaded before a program (`node --import`), it shifts that program's clock by CLOCK_SHIFT milliseconds, in each of its
// threads.

const shift = Number(process.env["CLOCK_SHIFT"]);
const Actual = Date;
const now = () => Actual.now() + shift;

globalThis.Date = new Proxy(Actual, {
  construct: (target, words, newTarget) =>
    Reflect.construct(target, words.length > 0 ? words : [now()], newTarget) as Date,
  apply: (target) => new target(now()).toString(),
  get: (target, key) => (key === "now" ? now : (Reflect.get(target, key) as unknown)),
});
