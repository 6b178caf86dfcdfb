import accountsFirebase from "./en/accounts-firebase.json" with { type: "json" };
import { type KeyOf, sayFrom } from "./say.ts";

/** The errors of Firebase Authentication that have a sentence of ours: its codes without `auth/`. */
export type FirebaseCode = KeyOf<typeof accountsFirebase> extends `firebase.${infer Code}` ? Code : never;

/** What is said when Firebase refuses; fetched with its SDK, on sites that use it. */
export const say = sayFrom(accountsFirebase);

export const isFirebaseCode = (code: string): code is FirebaseCode =>
  Object.hasOwn(accountsFirebase, `firebase.${code}`);
