import accountsGoogle from "./en/accounts-google.json" with { type: "json" };
import { type KeyOf, sayFrom } from "./say.ts";

/** How a sign-in with Google may end: `ok`, or one of the codes of specification 8 and our own. Each has its sentence. */
export type GoogleOutcome =
  KeyOf<typeof accountsGoogle> extends infer Key
    ? Key extends `google.${infer Code}`
      ? Exclude<Code, `window.${string}`>
      : never
    : never;

/** What the window of the sign-in with Google says, and what is said when it fails. */
export const say = sayFrom(accountsGoogle);

/** True for what names one of our outcomes. */
export const isGoogleOutcome = (text: unknown): text is GoogleOutcome =>
  typeof text === "string" && Object.hasOwn(accountsGoogle, `google.${text}`);
