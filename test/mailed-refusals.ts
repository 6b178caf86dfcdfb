import { broken, large } from "./auth-refusals.ts";
import { type Call, callerOf } from "./call.ts";
import { firebaseSite } from "./firebase-refusals.ts";
import { authFor, type Make, yesterday } from "./make.ts";
import { suspended, waysIn } from "./suspended.ts";

const foreign = { headers: { origin: "https://evil.example" } };

type Parts = { make: Make; call: Call; limited: Call; unmailed: Call };

/** Every refusal of every call about logging in by mail. */
export async function mailedRefusals({ make, call, limited, unmailed }: Parts) {
  const firebase = firebaseSite(make);
  const ways = waysIn(make, (somebody) => suspended(make, somebody));
  const withoutMail = callerOf({ ...make, auth: authFor(make.db, { sendsMail: false }) });
  const [eventId, over] = [await make.event(), await make.event({ eventDate: yesterday() })];
  const canceled = await make.event({ cancelReason: "Storm" });
  const { email } = await make.member();
  const mail = { email: "new@example.org" };
  const joining = (more = {}) => ({ eventId, name: "Nora", ...mail, ...more });
  const claimed = async () =>
    ((await call("POST", "/auth/mailed/ask", { json: mail })).body as { claim: string }).claim;

  /** The refusals of each of these calls; `json` is well-formed but unknown. */
  const always = (path: string, json: object) => ({
    invalid_json: () => call("POST", path, broken),
    untrusted_origin: () => call("POST", path, { json, ...foreign }),
    no_such_call: () => firebase("POST", path, { json }),
    too_large: () => call("POST", path, large),
    invalid: () => call("POST", path, { json: {} }),
  });
  const often = (path: string, json: object) => ({
    ...always(path, json),
    too_many_attempts: () => limited("POST", path, { json }),
  });
  const mailing = (path: string, json: object) => ({
    ...often(path, json),
    too_many_mails: () => unmailed("POST", path, { json }),
  });
  const expired = (path: string, json: object = { claim: "x" }) => ({
    code_expired: () => call("POST", path, { json }),
  });

  return {
    askForCode: mailing("/auth/mailed/ask", mail),
    joinByMail: {
      ...mailing("/auth/mailed/join", joining()),
      not_found: () => call("POST", "/auth/mailed/join", { json: joining({ eventId: "x" }) }),
      event_over: () => call("POST", "/auth/mailed/join", { json: joining({ eventId: over }) }),
      event_cancelled: () => call("POST", "/auth/mailed/join", { json: joining({ eventId: canceled }) }),
      email_taken: () => withoutMail("POST", "/auth/mailed/join", { json: joining({ email }) }),
    },
    sendCodeAgain: { ...mailing("/auth/mailed/again", { claim: "x" }), ...expired("/auth/mailed/again") },
    readMailSignIn: { ...always("/auth/mailed/read", { claim: "x" }), ...expired("/auth/mailed/read") },
    endMailSignIn: { ...always("/auth/mailed/end", { claim: "x" }), ...expired("/auth/mailed/end") },
    logInWithCode: {
      ...often("/auth/mailed/code", { claim: "x", code: "123456" }),
      ...expired("/auth/mailed/code", { claim: "x", code: "123456" }),
      suspended: ways.logInWithCode,
      // No code has been mailed yet, so every code is wrong.
      invalid: async () => call("POST", "/auth/mailed/code", { json: { claim: await claimed(), code: "123456" } }),
    },
    logInWithLink: {
      ...often("/auth/mailed/link", { token: "x" }),
      suspended: ways.logInWithLink,
      link_used: () => call("POST", "/auth/mailed/link", { json: { token: "x" } }),
    },
  };
}
