import { inBothWords } from "#domain/registrations/rules.ts";
import type { JoinAnswer, JoinByMailInput, MailAsked, MailSignedIn, MailSignIn } from "#domain/registrations/shapes.ts";

import { post } from "./auth-call.ts";
import { theAuth } from "./identity.ts";
import { intendedFrom } from "./intention.ts";

// Logging in by a mail with a code and a link, and joining an event by it. Each call rejects with a Refusal.

/**
 * Requests a mail with a code and a link to log in; the link leads on to `returnTo`. Either of them also joins the
 * event that the visitor was about to join. The server stores the event, because a link may be opened in another
 * browser.
 */
export async function askForCode(email: string, returnTo: string): Promise<MailAsked> {
  const intention = intendedFrom(returnTo);
  const join = intention?.kind === "event" ? inBothWords({ eventId: intention.id, ...intention.party }) : undefined;
  return read(await post("mailed/ask", { email, returnTo, join }));
}

/** The answer to joining without a mail: a new member, logged in and joined. */
type JoinedAtOnce = Pick<MailSignedIn, "user"> & { join: JoinAnswer };

/** The same for joining an event without being logged in. */
export async function joinByMail(input: JoinByMailInput): Promise<MailAsked | JoinedAtOnce> {
  const answer: MailAsked | JoinedAtOnce = await read(await post("mailed/join", inBothWords(input)));
  if ("join" in answer) await becomeKnown();
  return answer;
}

/** Requests another mail with a code and a link. */
export const sendCodeAgain = (claim: string) => post("mailed/again", { claim });

/** Reads the claim that waits for its mail. */
export const readMailSignIn = async (claim: string): Promise<MailSignIn> => read(await post("mailed/read", { claim }));

/** Ends a claim and gives back its spots. */
export const endMailSignIn = (claim: string) => post("mailed/end", { claim });

/** Logs in with the code, in the browser that requested it. */
export const enterByCode = (claim: string, code: string) => enter("mailed/code", { claim, code });

/** Logs in with the part behind the `#` of the link. */
export const enterByLink = (token: string) => enter("mailed/link", { token });

async function enter(call: string, body: object): Promise<MailSignedIn> {
  const signedIn: MailSignedIn = await read(await post(call, body));
  await becomeKnown();
  return signedIn;
}

/** Tells this page and other tabs who is logged in. The login stands even if reading the session fails. */
const becomeKnown = () =>
  theAuth()
    .refresh()
    .catch(() => undefined);

const read = async <Body>(answer: { json(): Promise<unknown> }): Promise<Body> => (await answer.json()) as Body;
