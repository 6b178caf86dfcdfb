import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";

import { say } from "#messages/say.ts";

import { post } from "./auth-call.ts";
import { Refusal } from "./refusal.ts";

type Authentication = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type Registration = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** A signature to log in with, by a passkey that the person chooses. @throws Refusal */
export async function signWithPasskey() {
  const optionsJSON = await optionsOf<Authentication>("passkeys/sign-in-options", {});
  return { response: await onDevice(() => startAuthentication({ optionsJSON })) };
}

/** Creates a passkey on the person's device, and adds it to their account. @throws Refusal */
export async function addPasskey(name: string, password: string): Promise<void> {
  const optionsJSON = await optionsOf<Registration>("passkeys/options", { password });
  const response = await onDevice(() => startRegistration({ optionsJSON }));
  await post("passkeys", { name, response });
}

const optionsOf = async <Options>(call: string, body: object): Promise<Options> =>
  ((await (await post(call, body)).json()) as { options: Options }).options;

/** Runs a prompt of the device. @throws Refusal if its owner declines, or the device cannot */
async function onDevice<Result>(work: () => Promise<Result>): Promise<Result> {
  if (typeof PublicKeyCredential === "undefined") throw refusal(say("passkey.unsupported"));
  try {
    return await work();
  } catch (error) {
    const isThere = error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    throw refusal(say(isThere ? "passkey.exists" : "passkey.canceled"));
  }
}

const refusal = (message: string) => new Refusal({ code: "passkey-not-used", message });
