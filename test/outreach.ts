import { newId } from "#db/schema.server.ts";
import type { Member } from "#domain/members/shapes.ts";
import { addedOperations, addedRefusals } from "./added-people.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import { type Make, yesterday } from "./make.ts";
import type { Operation } from "./operations.ts";
import { overEvent } from "./outcomes.ts";

const telling = { parts: ["came", "waited"], text: "We go again." };

/** Makes a member with a confirmed address. */
export async function provenMember(make: Make, wishes: Partial<Member> = {}): Promise<Member> {
  const member = await make.member(wishes);
  await make.proven(member);
  return member;
}

/** Writes that a member was told of an event, as a mail's link needs it. @returns the link's id */
export async function toldOf(make: Make, eventId: string, memberId: string): Promise<string> {
  const id = newId();
  const told = { id, event_id: eventId, member_id: memberId, part: "came", words: "", told_at: new Date() } as const;
  await make.db.insertInto("told_people").values(told).execute();
  return id;
}

const call = (path: string, json: unknown) => ({ method: "POST", path, json });
/** Makes an earlier event of the organizer, to which a member came. */
const withSource: (wanted: (eventId: string) => ReturnType<typeof call>) => Operation =
  (wanted) =>
  async ({ make, people, eventId }) => {
    const { eventId: source } = await overEvent(make, people.organizer.member, [await provenMember(make)]);
    // The second organizer organizes the earlier event, too.
    const { id: member_id } = people.coorganizer.member;
    const right = { id: newId(), event_id: source, member_id, role: "organizer", given_at: new Date() } as const;
    await make.db.insertInto("rights").values(right).execute();
    return wanted(eventId);
  };
const linked = async ({ make, openId }: Parameters<Operation>[0]) =>
  `/told/${make.links.sign("told", await toldOf(make, openId, (await provenMember(make)).id))}`;

/** The calls about telling people of a new event, and those of people who were added by name. */
export const outreachOperations: Record<string, Operation> = {
  ...addedOperations,
  getTellable: ({ eventId }) => ({ method: "GET", path: `/events/${eventId}/tell` }),
  previewTelling: withSource((id) => call(`/events/${id}/tell/preview`, telling)),
  tellPeople: withSource((id) => call(`/events/${id}/tell`, telling)),
  getToldEvent: async (scene) => ({ method: "GET", path: await linked(scene) }),
  joinToldEvent: async (scene) => ({ method: "POST", path: await linked(scene) }),
};

type Parts = { make: Make; call: Call; unmailed: Call; mailing: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of these calls. */
export async function outreachRefusals({ make, call: ask, unmailed, mailing, me }: Parts) {
  const { token, member } = me;
  const others = await make.event();
  const mine = await make.event({ organizer: member });
  await overEvent(make, member, [await provenMember(make)]);
  const over = await make.event({ organizer: member, eventDate: yesterday() });
  const cancelled = await make.event({ organizer: member, cancelReason: "Storm" });
  const draft = await make.event({ organizer: member });
  await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
  const hidden = await make.event({ organizer: member });
  await make.db.updateTable("events").set({ is_draft: true, review: "hidden" }).where("id", "=", hidden).execute();
  const post = (id: string, path: string, by = ask) => by("POST", `/events/${id}${path}`, { token, json: telling });
  const common = (path: string) => ({
    sign_in_required: () => ask("POST", `/events/${mine}${path}`, { json: telling }),
    not_yours: () => post(others, path),
    not_found: () => post(member.id, path),
    under_review: () => post(hidden, path),
    event_draft: () => post(draft, path),
    event_over: () => post(over, path),
    event_cancelled: () => post(cancelled, path),
    invalid_json: () => ask("POST", `/events/${mine}${path}`, { token, ...broken }),
    too_large: () => ask("POST", `/events/${mine}${path}`, { token, ...large }),
    invalid: () => ask("POST", `/events/${mine}${path}`, { token, json: { ...telling, parts: [] } }),
  });
  const link = async (eventId: string | Promise<string>) =>
    `/told/${make.links.sign("told", await toldOf(make, await eventId, (await provenMember(make)).id))}`;
  const join = async (eventId: string | Promise<string>) => ask("POST", await link(eventId));
  const gone = `/told/${make.links.sign("told", member.id)}`;
  return {
    ...(await addedRefusals({ make, call: ask })),
    getTellable: {
      sign_in_required: () => ask("GET", `/events/${mine}/tell`),
      not_yours: () => ask("GET", `/events/${others}/tell`, { token }),
      not_found: () => ask("GET", `/events/${member.id}/tell`, { token }),
    },
    previewTelling: common("/tell/preview"),
    tellPeople: {
      ...common("/tell"),
      email_unconfirmed: () => post(mine, "/tell", mailing),
      too_many_mails: () => post(mine, "/tell", unmailed),
    },
    getToldEvent: { link_broken: () => ask("GET", "/told/nonsense"), spot_gone: () => ask("GET", gone) },
    joinToldEvent: {
      link_broken: () => ask("POST", "/told/nonsense"),
      spot_gone: () => ask("POST", gone),
      not_found: () => join(draft),
      under_review: () => join(hidden),
      event_over: () => join(over),
      event_cancelled: () => join(cancelled),
      cannot_join: async () => {
        const [organizer, blocked] = [await make.member(), await provenMember(make)];
        const eventId = await make.event({ organizer });
        const block = { blocker_id: organizer.id, blocked_id: blocked.id, blocked_at: new Date() };
        await make.db.insertInto("blocks").values(block).execute();
        return ask("POST", `/told/${make.links.sign("told", await toldOf(make, eventId, blocked.id))}`);
      },
    },
  };
}
