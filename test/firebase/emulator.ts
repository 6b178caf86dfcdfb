import { expect } from "../journeys/journey.ts";
import { projectId } from "../setup/emulator.ts";

/** The emulator's address. */
export const emulator = `http://${process.env["EMULATOR"]}`;

type OobCode = { email: string; requestType: string; oobCode: string };

/** The secret of the last mail that Firebase would have sent to an address. */
export async function mailedCode(email: string, requestType: "PASSWORD_RESET" | "VERIFY_EMAIL"): Promise<string> {
  const { oobCodes } = await ask<{ oobCodes: OobCode[] }>(`emulator/v1/projects/${projectId}/oobCodes`);
  const code = oobCodes.findLast((one) => one.email === email && one.requestType === requestType)?.oobCode;
  expect(code, `a mail to ${email}`).toBeDefined();
  return code ?? "";
}

/** Calls Firebase's own interface, as its SDK does. */
export const callFirebase = <Answer = unknown>(call: string, body: object): Promise<Answer> =>
  ask(`identitytoolkit.googleapis.com/v1/accounts:${call}?key=demo-key`, body);

/** Makes a call that only the project's owner may make. */
export const adminFirebase = <Answer = unknown>(call: string, body: object): Promise<Answer> =>
  ask(`identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:${call}`, body, {
    authorization: "Bearer owner",
  });

/** Firebase's record of the person with an address. */
export async function accountOf(email: string) {
  type Account = { localId: string; displayName?: string; photoUrl?: string };
  const { users = [] } = await adminFirebase<{ users?: Account[] }>("lookup", { email: [email] });
  return users[0];
}

/** The ID token of a person who logs in with Google, as the window would return it. */
export async function googleToken(claims: { sub: string; email: string; name: string; picture: string }) {
  const idToken = encodeURIComponent(JSON.stringify({ ...claims, email_verified: true }));
  const answer = await callFirebase<{ idToken: string }>("signInWithIdp", {
    postBody: `id_token=${idToken}&providerId=google.com`,
    requestUri: "http://localhost",
    returnSecureToken: true,
  });
  return answer.idToken;
}

async function ask<Answer>(path: string, body?: object, headers = {}): Promise<Answer> {
  const answer = await fetch(`${emulator}/${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...headers },
  });
  const text = await answer.text();
  expect(answer.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text) as Answer;
}
