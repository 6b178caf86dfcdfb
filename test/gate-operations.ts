import { newId } from "#db/schema.server.ts";
import { deviceAt, keyOf, newMark } from "./gate.ts";
import type { Operation } from "./operations.ts";
import type { Scene } from "./scene.ts";

/** An event that begins in an hour, so that its gate counts. */
async function eventToday({ make, people }: Scene): Promise<string> {
  const eventId = await make.event({
    organizer: people.organizer.member,
    eventDate: new Date(Date.now() + 3_600_000),
  });
  await make.join({ eventId });
  return eventId;
}
const marks = () => [newMark("walk_in", newId(), new Date(), { phone: "+351 912 345 678" })];
const sentAt = () => new Date().toISOString();

export const gateOperations: Readonly<Record<string, Operation>> = {
  listGateKeys: ({ eventId }) => ({ method: "GET", path: `/gates/${eventId}/keys` }),
  makeGateKey: ({ eventId }) => ({ method: "POST", path: `/gates/${eventId}/keys`, json: { label: "Bea" } }),
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
  getGate: async (scene) => ({ method: "GET", path: `/gates/${await eventToday(scene)}` }),
  markAtGate: async (scene) => ({
    method: "POST",
    path: `/gates/${await eventToday(scene)}/marks`,
    json: { sentAt: sentAt(), marks: marks() },
  }),
  giveOwnCodes: ({ eventId }) => ({ method: "POST", path: `/gates/${eventId}/codes` }),
};
