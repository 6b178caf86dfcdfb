import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { Failure, isUnreachable } from "#domain/failure.ts";
import { refusalOf } from "#domain/refusal.ts";
import type { ApiEnv } from "./openapi.ts";

/**
 * Turns a thrown value into an answer. A failure is expected and said as it is. What the database's absence throws
 * is ours to wait for. Everything else is a bug: it is logged, and nothing of it is shown.
 */
export const refuse: ErrorHandler<ApiEnv> = (error, c) => {
  const failure = failureOf(error);
  // oxlint-disable-next-line no-console -- the one place where a bug is written down
  if (failure.status >= 500 && failure !== error) console.error(`${c.req.method} ${withoutSecret(c.req.path)}`, error);
  if (failure.code === "sign_in_required") c.header("WWW-Authenticate", "Bearer");
  if (failure.retryAfter !== null) c.header("Retry-After", String(failure.retryAfter));
  return c.json(refusalOf(failure), failure.status);
};

/** A path as a log may have it: anyone who knows a calendar's address can read that calendar. */
const withoutSecret = (path: string) => path.replace(/(\/calendars\/).+/, "$1…");

function failureOf(error: Error): Failure {
  if (error instanceof Failure) return error;
  // Hono's own refusals are about the body: not JSON, or not said to be.
  if (error instanceof HTTPException && error.status < 500) return new Failure("invalid_json");
  // Node's word for a caller who hung up in the middle of a body. There is nobody left to hear the answer.
  if (error.message === "aborted") return new Failure("invalid_json");
  return new Failure(isUnreachable(error) ? "unavailable" : "internal");
}
