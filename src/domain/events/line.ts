import { Failure } from "../failure.ts";

/**
 * The number of requests that may ask the database at a time to change one event's registrations. It is enough to keep
 * the event's row in use without a gap.
 */
const abreastMax = 3;
/**
 * The longest wait, in milliseconds. Rejected people lose their position to others who come later, so it is nearly as
 * long as proxies wait for an answer. The next constant is the number of seconds after which to try again.
 */
const patience = 25_000;
const tryAgainAfter = 2;

/** The work on one event: the number under way, and the callbacks that start the next, in the order of arrival. */
type Line = { underWay: number; waiting: Set<() => void> };
const lines = new Map<string, Line>();

/**
 * Runs work that needs an event's row, a few at a time for each event. The rest waits here without disturbing other
 * requests; waiting for the row, each would hold a database connection.
 * @throws Failure unavailable, after too long a wait, and errors from `work`
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

/** Waits for a turn, which finished work passes on. */
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
