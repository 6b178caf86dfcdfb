import { newId } from "#db/schema.server.ts";
import { syncGate } from "#domain/gates/commands.ts";
import { deviceAt, keyOf, newMark } from "./gate.ts";
import type { Operation } from "./operations.ts";
import { type Scene, withTeam } from "./scene.ts";

/** An event that begins in an hour, so that its gate counts. */
async function eventToday({ make, people }: Scene): Promise<string> {
  const eventId = await make.event({
    organizer: people.organizer.member,
    eventDate: new Date(Date.now() + 3_600_000),
  });
  await make.join({ eventId });
  return withTeam(make, people, eventId);
}
/** The same, with a late mark that waits for the organizer. */
async function lateAt(scene: Scene) {
  const { make } = scene;
  const eventId = await eventToday(scene);
  const { keyId, pass } = await deviceAt(make, eventId);
  await make.db.updateTable("gate_keys").set({ revoked_at: new Date() }).where("id", "=", keyId).execute();
  const ctx = { db: make.db, now: new Date(), links: make.links, limitAttempts: make.limitAttempts, from: "192.0.2.1" };
  await syncGate({ ...ctx, pass }, { sentAt: sentAt(), since: 0, roster: "", marks: marks() });
  return { eventId };
}
const marks = () => [newMark("walk_in", newId(), new Date(), { phone: "+351 912 345 678" })];
const sentAt = () => new Date().toISOString();

export const gateOperations: Readonly<Record<string, Operation>> = {
  listGateKeys: ({ eventId }) => ({ method: "GET", path: `/gates/${eventId}/keys` }),
  makeGateKey: ({ eventId }) => ({ method: "POST", path: `/gates/${eventId}/keys`, json: { label: "Bea" } }),
  async renewGateKeys(scene) {
    const { make, people } = scene;
    const eventId = await eventToday(scene);
    const { id } = people.organizer.member;
    const ended = { revoked_at: new Date(), ended_by: "access" as const };
    const key = { id: newId(), event_id: eventId, label: "Bea", created_by: id, ...ended };
    await make.db.insertInto("gate_keys").values(key).execute();
    return { method: "POST", path: `/gates/${eventId}/keys/renew` };
  },
  async revokeGateKey(scene) {
    const eventId = await eventToday(scene);
    const { keyId } = await keyOf(scene.make, eventId);
    return { method: "DELETE", path: `/gates/${eventId}/keys/${keyId}` };
  },
  async openGate(scene) {
    const { key } = await keyOf(scene.make, await eventToday(scene));
    return { method: "POST", path: "/gates/open", json: { key, deviceId: newId() } };
  },
  async syncGate(scene) {
    const { pass } = await deviceAt(scene.make, await eventToday(scene));
    const json = { sentAt: sentAt(), since: 0, roster: "", marks: marks() };
    return { method: "POST", path: "/gates/sync", json, headers: { authorization: `Gate ${pass}` } };
  },
  listGatePhones: async (scene) => ({ method: "GET", path: `/gates/${await eventToday(scene)}/phones` }),
  decideLateMarks: async (scene) => {
    const { eventId } = await lateAt(scene);
    const json = { counts: true, upTo: new Date(Date.now() + 60_000).toISOString() };
    return { method: "POST", path: `/gates/${eventId}/phones/1/late`, json };
  },
  clearGatePhone: async (scene) => ({
    method: "DELETE",
    path: `/gates/${(await lateAt(scene)).eventId}/phones/1/marks`,
  }),
  getGate: async (scene) => ({ method: "GET", path: `/gates/${await eventToday(scene)}` }),
  markAtGate: async (scene) => ({
    method: "POST",
    path: `/gates/${await eventToday(scene)}/marks`,
    json: { sentAt: sentAt(), marks: marks() },
  }),
  giveOwnCodes: ({ eventId }) => ({ method: "POST", path: `/gates/${eventId}/codes` }),
};
