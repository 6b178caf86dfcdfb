import type { JoinAnswer, JoinByMailInput, MailAsked, MailSignedIn, MailSignIn } from "#domain/registrations/shapes.ts";

import { post } from "./auth-call.ts";
import { theAuth } from "./identity.ts";
import { intendedFrom } from "./intention.ts";

// Logging in by a mail with a code and a link, and joining an event by it. Each rejects with a Refusal.

/**
 * Has a code and a link to log in mailed; `returnTo` is where the link leads on to. An event that one was about to join there
 * is joined by either of them: in another browser the link would know nothing of it.
 */
export async function askForCode(email: string, returnTo: string): Promise<MailAsked> {
  const intention = intendedFrom(returnTo);
  const join = intention?.kind === "event" ? { eventId: intention.id, ...intention.party } : undefined;
  return read(await post("mailed/ask", { email, returnTo, join }));
}

/** What joining comes to where no mail is sent: somebody new is logged in and has joined. */
type JoinedAtOnce = Pick<MailSignedIn, "user"> & { join: JoinAnswer };

/** The same to join an event, without being logged in. */
export async function joinByMail(input: JoinByMailInput): Promise<MailAsked | JoinedAtOnce> {
  const answer: MailAsked | JoinedAtOnce = await read(await post("mailed/join", input));
  if ("join" in answer) await becomeKnown();
  return answer;
}

/** Has another code and link mailed. */
export const sendCodeAgain = (claim: string) => post("mailed/again", { claim });

/** What was asked for by mail. */
export const readMailSignIn = async (claim: string): Promise<MailSignIn> => read(await post("mailed/read", { claim }));

/** Gives back what is kept. */
export const endMailSignIn = (claim: string) => post("mailed/end", { claim });

/** Logs in with the code, where it was asked for. */
export const enterByCode = (claim: string, code: string) => enter("mailed/code", { claim, code });

/** Logs in with what stands behind the `#` of the link. */
export const enterByLink = (token: string) => enter("mailed/link", { token });

async function enter(call: string, body: object): Promise<MailSignedIn> {
  const signedIn: MailSignedIn = await read(await post(call, body));
  await becomeKnown();
  return signedIn;
}

/** Tells this page and other tabs who is logged in now. Somebody is, even if asking who fails. */
const becomeKnown = () =>
  theAuth()
    .refresh()
    .catch(() => undefined);

const read = async <Body>(answer: { json(): Promise<unknown> }): Promise<Body> => (await answer.json()) as Body;
