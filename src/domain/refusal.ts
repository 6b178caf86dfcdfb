import { z } from "zod";
import { isMessageKey, type MessageKey, say } from "#messages/say.ts";
import { Failure, type FailureCode, statusOf } from "./failure.ts";

const codes = Object.keys(statusOf) as [FailureCode, ...FailureCode[]];

/**
 * The one shape of every refusal: its code for programs, a sentence for people, each field's error, and the request's
 * id, by which hosts find it in their log.
 */
export const Refusal = z.object({
  code: z.enum(codes),
  message: z.string(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;

/** Puts a failure into words, as the answer to the request with this id. */
export const refusalOf = ({ code, fields, retryAfter }: Failure, requestId?: string): Refusal => ({
  code,
  message: say(`failure.${code}`, retryAfter === null ? {} : { wait: waitOf(retryAfter) }),
  ...(fields.length > 0 && { fields: fields.map(({ path, rule, values }) => ({ path, message: say(rule, values) })) }),
  ...(requestId !== undefined && { requestId }),
});

/** Puts a waiting time into words: seconds up to a minute and a half, then minutes, then hours, rounded up. */
function waitOf(seconds: number): string {
  if (seconds <= 90) return say("wait.seconds", { count: seconds });
  if (seconds <= 5400) return say("wait.minutes", { count: Math.ceil(seconds / 60) });
  return say("wait.hours", { count: Math.ceil(seconds / 3600) });
}

/**
 * Converts the errors that a schema found in an input to a failure: the first one of each field. Our schemas name our
 * sentences. An error that Zod finds by itself (a list instead of an object) gets one of ours too, never Zod's words.
 */
export function invalid({ issues }: z.ZodError): Failure {
  const rules = new Map<string, MessageKey>();
  for (const { path, message } of issues) {
    const field = path.map(String).join(".");
    if (!rules.has(field)) rules.set(field, isMessageKey(message) ? message : "rule.unexpected");
  }
  return new Failure(
    "invalid",
    Array.from(rules, ([path, rule]) => ({ path, rule })),
  );
}
