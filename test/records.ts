import { newId } from "#db/schema.server.ts";
import { sayOutcome } from "#domain/outcomes/commands.ts";
import { makeCredential } from "#domain/records/commands.ts";
import { credentialsMax } from "#domain/records/rules.ts";
import type { Member } from "#domain/members/shapes.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Answer, Call } from "./call.ts";
import type { Make } from "./make.ts";
import type { Operation } from "./operations.ts";
import { newOutcome, overEvent } from "./outcomes.ts";
import type { Scene } from "./scene.ts";

/** Makes a past event where these people helped for two hours, by its organizer's report. @returns its id */
export async function helpedAt(make: Make, organizer: Member, members: Member[], hours = 2): Promise<string> {
  const { eventId, ids } = await overEvent(make, organizer, members);
  await sayOutcome(make.context(organizer), eventId, newOutcome({ came: ids, hours }));
  return eventId;
}

/** Makes a credential of a volunteer's hours at such an event. @returns its number, and its request */
export async function provenFor(make: Make, organizer: Member, member: Member) {
  const json = { name: "Amina A.", label: "For my school", events: [await helpedAt(make, organizer, [member])] };
  const { _id: id } = await makeCredential({ ...make.context(member), signer: make.signer }, json);
  return { id, json };
}

/** The participant's only credential, as their number is limited. */
async function credential({ make, people: { organizer, participant } }: Scene) {
  await make.db.deleteFrom("credentials").where("member_id", "=", participant.member.id).execute();
  return provenFor(make, organizer.member, participant.member);
}

export const recordOperations: Record<string, Operation> = {
  async previewCredential(scene) {
    const { json } = await credential(scene);
    return { method: "POST", path: "/account/credentials/preview", json };
  },
  async makeCredential(scene) {
    const { json } = await credential(scene);
    return { method: "POST", path: "/account/credentials", json };
  },
  async getCredentialFile(scene) {
    return { method: "GET", path: `/account/credentials/${(await credential(scene)).id}/file` };
  },
  async revokeCredential(scene) {
    return { method: "DELETE", path: `/account/credentials/${(await credential(scene)).id}` };
  },
  async verifyCredential(scene) {
    return { method: "GET", path: `/credentials/${(await credential(scene)).id}` };
  },
  async getRevocations(scene) {
    return { method: "GET", path: `/credentials/${(await credential(scene)).id}/status` };
  },
  getRecord: () => ({ method: "GET", path: "/account/record" }),
  exportRecord: () => ({ method: "GET", path: "/account/record.csv" }),
  async setNote({ make, people: { organizer, participant } }) {
    const eventId = await helpedAt(make, organizer.member, [participant.member]);
    return { method: "PUT", path: `/account/record/${eventId}/note`, json: { note: "I brought the gloves." } };
  },
};

type Parts = { make: Make; call: Call; me: Awaited<ReturnType<Make["signedIn"]>> };
type Refused = () => Promise<Answer>;

/** Every refusal of every call about a record. */
export async function recordRefusals({ make, call, me: { member, token } }: Parts) {
  const eventId = await helpedAt(make, await make.member(), [member]);
  const others = await helpedAt(make, await make.member(), [await make.member()]);
  const note = (id: string, more: object) => () => call("PUT", `/account/record/${id}/note`, { token, ...more });
  const json = { note: "I brought the gloves." };
  const { id, json: chosen } = await provenFor(make, await make.member(), await make.member());
  const none = "0".repeat(32);
  const typing = (path: string): Record<string, Refused> => ({
    invalid_json: () => call("POST", path, { token, ...broken }),
    sign_in_required: () => call("POST", path, { json: chosen }),
    too_large: () => call("POST", path, { token, ...large }),
    invalid: () => call("POST", path, { token, json: chosen }),
  });
  const withNumber = (method: string, path: string): Record<string, Refused> => ({
    sign_in_required: () => call(method, path),
    not_found: () => call(method, path, { token }),
  });
  return {
    previewCredential: typing("/account/credentials/preview"),
    makeCredential: { ...typing("/account/credentials"), credentials_full: () => full({ make, call }) },
    getCredentialFile: withNumber("GET", `/account/credentials/${id}/file`),
    revokeCredential: withNumber("DELETE", `/account/credentials/${id}`),
    verifyCredential: { not_found: () => call("GET", `/credentials/${none}`) },
    getRevocations: { not_found: () => call("GET", `/credentials/${none}/status`) },
    getRecord: { sign_in_required: () => call("GET", "/account/record") },
    exportRecord: { sign_in_required: () => call("GET", "/account/record.csv") },
    setNote: {
      invalid_json: note(eventId, broken),
      sign_in_required: () => call("PUT", `/account/record/${eventId}/note`, { json }),
      not_found: note(others, { json }),
      too_large: note(eventId, large),
      invalid: note(eventId, { json: { note: "x".repeat(301) } }),
    },
  } satisfies Record<string, Record<string, Refused>>;
}

/** Requests one more credential than a member may have. */
async function full({ make, call }: Pick<Parts, "make" | "call">) {
  const { member, token } = await make.signedIn();
  const { id, json } = await provenFor(make, await make.member(), member);
  const { key_id } = await make.db
    .selectFrom("credentials")
    .select("key_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: credentialsMax - 1 }, () => {
    return { id: newId().replaceAll("-", ""), member_id: member.id, key_id, token: "", made_at: new Date() };
  });
  await make.db.insertInto("credentials").values(rows).execute();
  return call("POST", "/account/credentials", { token, json });
}
