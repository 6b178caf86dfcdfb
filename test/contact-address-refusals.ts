import { newId } from "#db/schema.server.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import type { Make } from "./make.ts";

type Parts = {
  make: Make;
  call: Call;
  limited: Call;
  unmailed: Call;
  mailing: Call;
  me: Awaited<ReturnType<Make["signedIn"]>>;
};

/** Every refusal of every call about an organizer's contact address. */
export function contactAddressRefusals({ make, call, limited, unmailed, mailing, me: { member, token } }: Parts) {
  const path = "/account/contact-address";
  const json = { email: "a@example.org" };
  const confirm = (wishes: Parameters<Call>[2]) => call("POST", `${path}/confirm`, wishes);
  const linked = (id: string) => confirm({ token, json: { token: make.links.sign("contact", `${id}:a@example.org`) } });
  return {
    getContactAddress: { sign_in_required: () => call("GET", path) },
    askForContactAddress: {
      invalid_json: () => call("PUT", path, { token, ...broken }),
      sign_in_required: () => call("PUT", path, { json }),
      log_in_again: async () => call("PUT", path, { token: (await make.longAgo()).token, json }),
      email_unconfirmed: () => mailing("PUT", path, { token, json }),
      too_large: () => call("PUT", path, { token, ...large }),
      invalid: () => call("PUT", path, { token, json: { email: member.email } }),
      too_many_attempts: () => limited("PUT", path, { token, json }),
      too_many_mails: () => unmailed("PUT", path, { token, json }),
    },
    confirmContactAddress: {
      invalid_json: () => confirm({ token, ...broken }),
      sign_in_required: () => confirm({ json: { token: "x" } }),
      other_account: () => linked(newId()),
      link_broken: () => confirm({ token, json: { token: "x" } }),
      link_used: () => linked(member.id),
      too_large: () => confirm({ token, ...large }),
      invalid: () => confirm({ token, json: {} }),
    },
    removeContactAddress: { sign_in_required: () => call("DELETE", path) },
  };
}
