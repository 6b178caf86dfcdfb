import type { FailureCode } from "#domain/failure.ts";
import type { GoogleOutcome } from "#domain/identity.ts";
import { type CodeOf, say } from "#messages/say.ts";

import { pageNow } from "../ui/toast.tsx";

/** The errors of Firebase Authentication that have a sentence of ours: its codes without `auth/`. */
export type FirebaseCode = CodeOf<"firebase">;

/** The reason why a call failed: the server's code, no answer, or a failed log-in. */
export type RefusalCode = FailureCode | "unreachable" | "passkey-not-used" | FirebaseCode | GoogleOutcome;

/** The one shape in which every call of the API refuses. */
export type RefusalBody = { code: RefusalCode; message: string; fields?: { path: string; message: string }[] };

/** A failed call: its code, the sentence for the reader, the complaints by field, and the page that made the call. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: Readonly<Record<string, string>>;
  readonly page: string | undefined;

  constructor({ code, message, fields = [] }: RefusalBody, page = pageNow()) {
    super(message);
    this.code = code;
    this.page = page;
    this.fields = Object.fromEntries(fields.map((field) => [field.path, field.message]));
  }
}

/** True for a refusal with one of these codes. */
export const isRefusal = (error: unknown, ...codes: RefusalCode[]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code);

/** The answer of a successful call. @throws Refusal with the server's words, or because there was no answer */
export async function succeeded<Answer extends { ok: boolean; json(): Promise<unknown> }>(
  call: Promise<Answer>,
): Promise<Answer> {
  const page = pageNow();
  const answer = await call.catch(() => {
    throw new Refusal({ code: "unreachable", message: say("network.failed") }, page);
  });
  if (answer.ok) return answer;
  throw new Refusal(await answer.json().then(asRefusal, () => asRefusal(null)), page);
}

/** Returns the sentence for an error: the server's own, or for a bug one that says it is our fault. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Refusal ? error.message : say("failure.internal");

const asRefusal = (body: unknown): RefusalBody =>
  typeof body === "object" && body !== null && "code" in body && "message" in body
    ? // The answer comes from our server if it has the domain's `Refusal` shape.
      (body as RefusalBody)
    : { code: "internal", message: say("failure.internal") };
