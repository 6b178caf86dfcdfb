import type { Context, ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { asBug } from "#domain/bug.ts";
import { Failure, refusalIn } from "#domain/failure.ts";
import type { Log } from "#domain/ports.ts";
import { refusalOf } from "#domain/refusal.ts";
import type { ApiEnv } from "./openapi.ts";

/**
 * Makes the handler that turns a thrown value into an answer. A failure is expected, and is returned as it is. An
 * outage of the database is temporary. Everything else is a bug: it is logged, and the answer shows nothing of it. The
 * log names the call but not its address, which may contain tokens of links and calendars.
 */
export const refuseWith =
  (log: Log): ErrorHandler<ApiEnv> =>
  (error, c) => {
    const failure = failureOf(error);
    // The answer cannot reach a caller who has gone, so the error is not logged.
    const isMissed = failure.status >= 500 && failure !== error && !c.env.gone?.aborted;
    const id = c.env.seen?.id;
    if (isMissed) log.failed(`${c.req.method} ${callOf(c)}`, asBug(error), id);
    if (failure.code === "sign_in_required") c.header("WWW-Authenticate", "Bearer");
    if (failure.retryAfter !== null) c.header("Retry-After", String(failure.retryAfter));
    return c.json(refusalOf(failure, id), failure.status);
  };

/** The call as it is declared, such as `/api/spots/:token`. The middleware before and after it matches many calls. */
export const callOf = (c: Context) => matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))?.path ?? "/api/…";

function failureOf(error: Error): Failure {
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  // Hono's own refusals are about the body: not JSON, or without that type.
  if (error instanceof HTTPException && error.status < 500) return new Failure("invalid_json");
  // Node's error if a caller hangs up while sending a body. The answer has no reader.
  if (error.message === "aborted") return new Failure("invalid_json");
  return new Failure("internal");
}
