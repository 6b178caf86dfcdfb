import { newId } from "#db/schema.server.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import { firebaseSite } from "./firebase-refusals.ts";
import type { Make } from "./make.ts";
import { haveChallenge, havePasskey, newPasskey } from "./passkey.ts";
import { suspended, waysIn } from "./suspended.ts";

type Parts = { make: Make; call: Call; limited: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of every call about passkeys. */
export function passkeyRefusals({ make, call, limited, me }: Parts) {
  const headers = { cookie: me.cookie };
  const foreign = { headers: { origin: "https://evil.example" } };
  const firebase = firebaseSite(make);
  const response = newPasskey().sign({ challenge: "x", rpId: "localhost" });
  const proof = { password: "Gannet" };
  const removal = { id: newId(), ...proof };
  /** The refusals that all calls of members share. */
  const shared = (path: string, json: object, wrong: object) => ({
    invalid_json: () => call("POST", path, { ...broken, headers: { ...broken.headers, ...headers } }),
    sign_in_required: () => call("POST", path, { json }),
    untrusted_origin: () => call("POST", path, { json, ...foreign }),
    no_such_call: () => firebase("POST", path, { json }),
    too_large: () => call("POST", path, large),
    invalid: () => call("POST", path, { json: wrong, headers }),
  });
  const withTwenty = async () => {
    const person = await make.signedIn();
    for (let count = 0; count < 20; count++) await havePasskey(make.db, person.member.id);
    return person;
  };
  const again = (path: string, json: object) => async () =>
    call("POST", path, { json, headers: { cookie: (await make.longAgo()).cookie } });

  return {
    passkeySignInOptions: {
      untrusted_origin: () => call("POST", "/auth/passkeys/sign-in-options", foreign),
      no_such_call: () => firebase("POST", "/auth/passkeys/sign-in-options"),
      too_large: () => call("POST", "/auth/passkeys/sign-in-options", large),
      too_many_attempts: () => limited("POST", "/auth/passkeys/sign-in-options"),
    },
    logInWithPasskey: {
      invalid_json: () => call("POST", "/auth/passkeys/sign-in", broken),
      passkey_unknown: () => call("POST", "/auth/passkeys/sign-in", { json: { response } }),
      untrusted_origin: () => call("POST", "/auth/passkeys/sign-in", { json: { response }, ...foreign }),
      no_such_call: () => firebase("POST", "/auth/passkeys/sign-in", { json: { response } }),
      too_large: () => call("POST", "/auth/passkeys/sign-in", large),
      invalid: () => call("POST", "/auth/passkeys/sign-in", { json: { response: 7 } }),
      too_many_attempts: () => limited("POST", "/auth/passkeys/sign-in", { json: { response } }),
      suspended: waysIn(make, (somebody) => suspended(make, somebody)).logInWithPasskey,
    },
    listPasskeys: {
      sign_in_required: () => call("GET", "/auth/passkeys"),
      no_such_call: () => firebase("GET", "/auth/passkeys"),
    },
    passkeyOptions: {
      ...shared("/auth/passkeys/options", proof, { password: "Wrong1" }),
      log_in_again: again("/auth/passkeys/options", proof),
      passkeys_full: async () => {
        const { cookie } = await withTwenty();
        return call("POST", "/auth/passkeys/options", { json: proof, headers: { cookie } });
      },
      too_many_attempts: () => limited("POST", "/auth/passkeys/options", { json: proof }),
    },
    addPasskey: {
      ...shared("/auth/passkeys", { name: "x", response }, { name: " ", response }),
      passkeys_full: async () => {
        const { cookie, member } = await withTwenty();
        const made = newPasskey().make(await haveChallenge(make.db, member.id));
        return call("POST", "/auth/passkeys", { json: { name: "x", response: made }, headers: { cookie } });
      },
      passkey_taken: async () => {
        const { key } = await havePasskey(make.db, (await make.signedIn()).member.id);
        const made = key.make(await haveChallenge(make.db, me.member.id));
        return call("POST", "/auth/passkeys", { json: { name: "x", response: made }, headers });
      },
      passkey_unreadable: () => call("POST", "/auth/passkeys", { json: { name: "x", response }, headers }),
    },
    renamePasskey: {
      ...shared("/auth/passkeys/rename", { id: newId(), name: "x" }, { id: newId(), name: "" }),
      not_found: () => call("POST", "/auth/passkeys/rename", { json: { id: newId(), name: "x" }, headers }),
    },
    removePasskey: {
      ...shared("/auth/passkeys/remove", removal, { ...removal, password: "Wrong1" }),
      log_in_again: again("/auth/passkeys/remove", removal),
      too_many_attempts: () => limited("POST", "/auth/passkeys/remove", { json: removal }),
    },
  };
}
