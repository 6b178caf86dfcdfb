// The words of the API before version 1.0, which pages loaded from the previous version still use. For one release the
// API accepts them, and returns them beside today's words: docs/decisions/073-the-wires-words.md says what to delete
// then. The paths are in `api/earlier-words.ts`.

/** The earlier word of each field that has one. A field counts only with a value of its type. */
const fields: readonly [now: string, earlier: string, isIt: (value: unknown, of: object) => boolean][] = [
  ["guests", "companions", Array.isArray],
  ["spots", "places", Number.isInteger],
  ["waitlisted", "waiting", Number.isInteger],
  // Behind a mail's link, and earlier elsewhere too, a registration was called so.
  ["registration", "place", (value, of) => isObject(value) && "begun" in of && typeof of.begun === "boolean"],
];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Adds the earlier words to an answer, beside today's. */
export function withEarlierWords<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(withEarlierWords) as Answer;
  if (!isObject(answer) || Object.getPrototypeOf(answer) !== Object.prototype) return answer;
  const both: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(answer)) {
    both[name] = withEarlierWords(value);
    const field = fields.find(([now]) => now === name);
    if (field && !(field[1] in answer) && field[2](value, answer)) both[field[1]] = both[name];
  }
  return both as Answer;
}

/** Reads a party whose guests may have their earlier name, as pages and instances of the previous version send it. */
export function fromEarlierWords<Party extends object>(party: Party): Party {
  if (!("companions" in party)) return party;
  const { companions, ...others } = party;
  return { guests: companions, ...others } as unknown as Party;
}
