import type { FailureCode } from "#domain/failure.ts";
import type { FirebaseCode } from "#messages/accounts-firebase.ts";
import type { GoogleOutcome } from "#messages/accounts-google.ts";
import { say } from "#messages/site.ts";

/** Why a call did not succeed: as the server says it, that it was not reached, or what came in the way of signing in. */
export type RefusalCode = FailureCode | "unreachable" | "passkey-not-used" | FirebaseCode | GoogleOutcome;

/** The one shape in which every call of the API says no. */
export type RefusalBody = { code: RefusalCode; message: string; fields?: { path: string; message: string }[] };

/** A call that did not succeed: its code, the sentence for the person, and what is wrong with which field. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ code, message, fields = [] }: RefusalBody) {
    super(message);
    this.code = code;
    this.fields = Object.fromEntries(fields.map((field) => [field.path, field.message]));
  }
}

/** True for a refusal with one of these codes. */
export const isRefusal = (error: unknown, ...codes: RefusalCode[]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code);

/** The answer of a call that succeeded. @throws Refusal what the server says, or that it could not be reached */
export async function succeeded<Answer extends { ok: boolean; json(): Promise<unknown> }>(
  call: Promise<Answer>,
): Promise<Answer> {
  const answer = await call.catch(() => {
    throw new Refusal({ code: "unreachable", message: say("network.failed") });
  });
  if (answer.ok) return answer;
  throw new Refusal(await answer.json().then(asRefusal, () => asRefusal(null)));
}

/** What a person is told of an error: the server's sentence, or for a bug of ours that it is one. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Refusal ? error.message : say("failure.internal");

const asRefusal = (body: unknown): RefusalBody =>
  typeof body === "object" && body !== null && "code" in body && "message" in body
    ? // Our server's own, whose shape is `Refusal` of the domain.
      (body as RefusalBody)
    : { code: "internal", message: say("failure.internal") };
