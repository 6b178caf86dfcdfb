/** The properties of an error that help to find a bug, and reveal nothing about the people whose data caused it. */
const told = ["code", "constraint", "table", "column"] as const;

/**
 * An error as the log may keep it. Databases and other services attach values to their errors: a whole row with its
 * secrets (`detail`), a statement's parameters, a request with its token. Only the message, the stack and names stay,
 * of its causes too.
 */
export function asBug(error: unknown, depth = 0): Error {
  if (!(error instanceof Error)) return new Error(`${typeof error} was thrown`);
  const cause = error.cause === undefined || depth > 4 ? {} : { cause: asBug(error.cause, depth + 1) };
  const bug = new Error(error.message, cause);
  bug.name = error.name;
  if (error.stack !== undefined) bug.stack = error.stack;
  for (const name of told) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" || typeof value === "number") Object.assign(bug, { [name]: value });
  }
  return bug;
}
