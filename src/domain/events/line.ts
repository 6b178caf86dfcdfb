import { Failure } from "../failure.ts";

/** How many at a time may ask the database to change one event's registrations: enough that its row is never free for want of one. */
const abreastMax = 3;
/**
 * How long somebody stands in line, in milliseconds: people who are sent away lose their place to others who come later, so it is
 * nearly as long as proxies wait for an answer. And in how many seconds it is worth to try again.
 */
const patience = 25_000;
const tryAgainAfter = 2;

/** The work on one event: how much of it is under way, and what lets the next begin, in the order of arrival. */
type Line = { underWay: number; waiting: Set<() => void> };
const lines = new Map<string, Line>();

/**
 * Does work that waits for an event's row, a few at a time for each event. The others wait here, where they take nothing from
 * people who want something else; at the row they would each hold one of our connections.
 * @throws Failure unavailable, after too long a wait, and what `work` throws
 */
export async function inLine<Result>(eventId: string, work: () => Promise<Result>): Promise<Result> {
  const line = lines.get(eventId) ?? { underWay: 0, waiting: new Set() };
  lines.set(eventId, line);
  if (line.underWay < abreastMax) line.underWay++;
  else await turnIn(line);
  try {
    return await work();
  } finally {
    const [next] = line.waiting;
    if (next) next();
    else if (--line.underWay === 0) lines.delete(eventId);
  }
}

/** Waits for a turn, which is passed on by work that ends. */
function turnIn({ waiting }: Line): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(late);
      waiting.delete(begin);
      resolve();
    };
    const late = setTimeout(() => {
      waiting.delete(begin);
      reject(new Failure("unavailable", [], tryAgainAfter));
    }, patience);
    waiting.add(begin);
  });
}
