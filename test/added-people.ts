import { newId } from "#db/schema.server.ts";
import { addPerson } from "#domain/participants/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import type { Call } from "./call.ts";
import { type Make, yesterday } from "./make.ts";
import type { Operation } from "./operations.ts";

/** Adds a person by name, with an address, for an event's organizer. @returns the id of the mail's link */
export async function addedTo(make: Make, eventId: string, organizer: Member, email: string): Promise<string> {
  await addPerson(make.context(organizer), eventId, { name: "Xenia Holt", email });
  return linkFor(make, eventId, email);
}

/** The id of the link that was mailed to an address. */
export const linkFor = async (make: Make, eventId: string, email: string): Promise<string> =>
  (
    await make.db
      .selectFrom("added_people")
      .where("event_id", "=", eventId)
      .where("email", "=", email)
      .select("id")
      .executeTakeFirstOrThrow()
  ).id;

/** Writes the rows of a person who was added, whatever the state of the event. @returns the link's token */
async function tokenAt(make: Make, eventId: string, email: string): Promise<string> {
  const [id, registration_id] = [newId(), newId()];
  const person = { id: registration_id, event_id: eventId, member_id: null, name: "Xenia Holt", joined_at: new Date() };
  await make.db.insertInto("registrations").values(person).execute();
  // With a spot of their own, so that the event has as much room as before.
  await make.db
    .updateTable("events")
    .set((eb) => ({ taken: eb("taken", "+", 1), capacity: eb("capacity", "+", 1) }))
    .where("id", "=", eventId)
    .execute();
  const added = { id, event_id: eventId, registration_id, email, added_at: new Date() };
  await make.db.insertInto("added_people").values(added).execute();
  return make.links.sign("added", id);
}

async function provenEmail(make: Make): Promise<string> {
  const member = await make.member();
  await make.proven(member);
  return member.email;
}

/** The calls of the links in mails to people who were added by name, and notes on people. */
export const addedOperations: Record<string, Operation> = {
  notePerson: ({ eventId, personId }) => ({
    method: "PUT",
    path: `/events/${eventId}/people/${personId}/note`,
    json: { text: "Comes at 10" },
  }),
  getAddedSpot: async ({ make, openId }) => ({
    method: "GET",
    path: `/added/${await tokenAt(make, openId, await provenEmail(make))}`,
  }),
  takeAddedSpot: async ({ make, openId }) => ({
    method: "POST",
    path: `/added/${await tokenAt(make, openId, await provenEmail(make))}`,
  }),
};

/** Every refusal of these calls. */
export async function addedRefusals({ make, call }: { make: Make; call: Call }) {
  const organizer = await make.member();
  const gone = `/added/${make.links.sign("added", newId())}`;
  const at = async (wishes: Parameters<Make["event"]>[0], set: object = {}, email?: string) => {
    const eventId = await make.event({ organizer, ...wishes });
    if (Object.keys(set).length > 0) await make.db.updateTable("events").set(set).where("id", "=", eventId).execute();
    const token = await tokenAt(make, eventId, email ?? (await provenEmail(make)));
    return call("POST", `/added/${token}`);
  };
  const hour = 3_600_000;
  return {
    getAddedSpot: { link_broken: () => call("GET", "/added/nonsense"), spot_gone: () => call("GET", gone) },
    takeAddedSpot: {
      link_broken: () => call("POST", "/added/nonsense"),
      spot_gone: () => call("POST", gone),
      not_found: () => at({}, { is_draft: true }),
      under_review: () => at({}, { is_draft: true, review: "hidden" }),
      event_over: () => at({ eventDate: yesterday() }),
      event_begun: () => at({ eventDate: new Date(Date.now() - hour / 2) }),
      event_cancelled: () => at({ cancelReason: "Storm" }),
      account_needed: () => at({}, {}, "newcomer@example.org"),
      cannot_join: async () => {
        const blocked = await make.member();
        await make.proven(blocked);
        const block = { blocker_id: organizer.id, blocked_id: blocked.id, blocked_at: new Date() };
        await make.db.insertInto("blocks").values(block).execute();
        return at({}, {}, blocked.email);
      },
    },
  };
}
