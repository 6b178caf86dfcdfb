import { giveRight } from "./community-operations.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import type { Make } from "./make.ts";

type Parts = { make: Make; call: Call; limitedByAccount: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of every call about a member's own account. */
export function accountRefusals({ make, call, limitedByAccount, me: { token } }: Parts) {
  return {
    getAccount: { sign_in_required: () => call("GET", "/account") },
    setFaceShown: {
      invalid_json: () => call("PUT", "/account/face", { token, ...broken }),
      sign_in_required: () => call("PUT", "/account/face", { json: { shown: true } }),
      too_large: () => call("PUT", "/account/face", { token, ...large }),
      invalid: () => call("PUT", "/account/face", { token, json: { shown: "yes" } }),
    },
    exportAccount: { sign_in_required: () => call("GET", "/account/export") },
    planDeletion: {
      owns_community: async () => {
        const owner = await make.signedIn();
        await giveRight(make, await make.community(), owner.member);
        return call("POST", "/account/deletion", { token: owner.token, json: { password: "Gannet" } });
      },
      invalid_json: () => call("POST", "/account/deletion", { token, ...broken }),
      sign_in_required: () => call("POST", "/account/deletion", { json: {} }),
      log_in_again: async () => {
        const guest = await make.longAgo();
        return call("POST", "/account/deletion", { token: guest.token, json: {} });
      },
      too_large: () => call("POST", "/account/deletion", { token, ...large }),
      invalid: async () => {
        const { token: theirs } = await make.signedIn();
        return call("POST", "/account/deletion", { token: theirs, json: { password: "Wrong1" } });
      },
      too_many_attempts: async () => {
        const { token: theirs } = await make.signedIn();
        return limitedByAccount("POST", "/account/deletion", { token: theirs, json: { password: "Gannet" } });
      },
    },
    proveSelf: {
      invalid_json: () => call("POST", "/account/proof", { token, ...broken }),
      sign_in_required: () => call("POST", "/account/proof", { json: {} }),
      log_in_again: async () => call("POST", "/account/proof", { token: (await make.longAgo()).token, json: {} }),
      too_large: () => call("POST", "/account/proof", { token, ...large }),
      invalid: () => call("POST", "/account/proof", { token, json: { password: "Wrong1" } }),
      too_many_attempts: () => limitedByAccount("POST", "/account/proof", { token, json: { password: "Gannet" } }),
    },
    keepAccount: { sign_in_required: () => call("DELETE", "/account/deletion") },
  };
}
