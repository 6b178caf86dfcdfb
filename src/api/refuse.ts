import type { Context, ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { asBug } from "#domain/bug.ts";
import { Failure, refusalIn } from "#domain/failure.ts";
import type { Log } from "#domain/ports.ts";
import { refusalOf } from "#domain/refusal.ts";
import type { ApiEnv } from "./openapi.ts";

/**
 * Makes what turns a thrown value into an answer. A failure is expected and said as it is. What the database's absence throws
 * is ours to wait for. Everything else is a bug: it is logged, and nothing of it is shown. The log names the call and not
 * its address, in which tokens of links and calendars stand.
 */
export const refuseWith =
  (log: Log): ErrorHandler<ApiEnv> =>
  (error, c) => {
    const failure = failureOf(error);
    // What was ended because its caller has gone, nobody misses.
    const isMissed = failure.status >= 500 && failure !== error && !c.env.gone?.aborted;
    const id = c.env.seen?.id;
    if (isMissed) log.failed(`${c.req.method} ${callOf(c)}`, asBug(error), id);
    if (failure.code === "sign_in_required") c.header("WWW-Authenticate", "Bearer");
    if (failure.retryAfter !== null) c.header("Retry-After", String(failure.retryAfter));
    return c.json(refusalOf(failure, id), failure.status);
  };

/** The call as it is declared, such as `/api/places/:token`. What stands before and after it is for many calls. */
export const callOf = (c: Context) => matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))?.path ?? "/api/…";

function failureOf(error: Error): Failure {
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  // Hono's own refusals are about the body: not JSON, or not said to be.
  if (error instanceof HTTPException && error.status < 500) return new Failure("invalid_json");
  // Node's word for a caller who hung up in the middle of a body. There is nobody left to hear the answer.
  if (error.message === "aborted") return new Failure("invalid_json");
  return new Failure("internal");
}
