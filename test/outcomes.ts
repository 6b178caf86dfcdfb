import { newId } from "#db/schema.server.ts";
import type { OutcomeInput } from "#domain/outcomes/shapes.ts";
import { sayOutcome } from "#domain/outcomes/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Answer, Call } from "./call.ts";
import { type Make, yesterday } from "./make.ts";
import type { Operation } from "./operations.ts";
import { withTeam } from "./scene.ts";

/** A valid report of an organizer about an event. */
export const newOutcome = (more: Partial<OutcomeInput> = {}): OutcomeInput => ({
  came: [],
  added: [],
  hours: 2,
  hoursOf: [],
  amount: 38,
  kilograms: null,
  words: "From the north pier to the fort.",
  thanks: "You made room for the crabs again.",
  pictures: [],
  peopleAgreed: false,
  ...more,
});

/** Makes an event that ended yesterday, with these participants. @returns its id, and theirs in its list */
export async function overEvent(make: Make, organizer: Member, members: Member[] = []) {
  const eventId = await make.event({ organizer, eventDate: yesterday() });
  const ids: string[] = [];
  for (const member of members) ids.push(await make.join({ eventId, member }));
  return { eventId, ids };
}

const to = (method: string, eventId: string, path: string, json?: unknown) => ({
  method,
  path: `/events/${eventId}/${path}`,
  json,
});

export const outcomeOperations: Record<string, Operation> = {
  async getPublicOutcome({ make, people: { organizer, participant } }) {
    const { eventId, ids } = await overEvent(make, organizer.member, [participant.member]);
    await sayOutcome(make.context(organizer.member), eventId, newOutcome({ came: ids }));
    return to("GET", eventId, "outcome");
  },
  getFigures: () => ({ method: "GET", path: "/figures" }),
  getExpected: ({ eventId }) => to("GET", eventId, "expected"),
  getOwnHours: ({ eventId }) => to("GET", eventId, "own-hours"),
  getOutcome: async ({ make, people }) =>
    to("GET", await withTeam(make, people, (await overEvent(make, people.organizer.member)).eventId), "afterwards"),
  previewThanks: async ({ make, people }) => {
    const { eventId, ids } = await overEvent(make, people.organizer.member, [people.participant.member]);
    await withTeam(make, people, eventId);
    return to("POST", eventId, "afterwards/preview", newOutcome({ came: ids }));
  },
  sayOutcome: async ({ make, people }) => {
    const { eventId, ids } = await overEvent(make, people.organizer.member, [people.participant.member]);
    await withTeam(make, people, eventId);
    return to("PUT", eventId, "afterwards", newOutcome({ came: ids }));
  },
};

type Parts = { make: Make; call: Call; mailing: Call; me: Awaited<ReturnType<Make["signedIn"]>> };
type Refused = () => Promise<Answer>;

/** Every refusal of every call about an event's outcome. */
export async function outcomeRefusals({ make, call, mailing, me: { member, token } }: Parts) {
  const unknown = newId();
  const others = (await overEvent(make, await make.member())).eventId;
  const mine = (await overEvent(make, member)).eventId;
  const toCome = await make.event({ organizer: member });
  const cancelled = await make.event({ organizer: member, eventDate: yesterday(), cancelReason: "Storm" });
  const longAgo = await make.event({ organizer: member, eventDate: new Date(Date.now() - 366 * 86_400_000) });
  const json = newOutcome();
  const writing = (method: string, path: string): Record<string, Refused> => {
    const ask = (id: string, more: object) => () => call(method, `/events/${id}/${path}`, { token, json, ...more });
    return {
      invalid_json: ask(mine, broken),
      sign_in_required: () => call(method, `/events/${mine}/${path}`, { json }),
      not_yours: ask(others, {}),
      not_found: ask(unknown, {}),
      event_cancelled: ask(cancelled, {}),
      outcome_early: ask(toCome, {}),
      outcome_late: ask(longAgo, {}),
      too_large: ask(mine, large),
      invalid: ask(mine, { json: newOutcome({ came: [unknown] }) }),
    };
  };
  const read = (id: string) => () => call("GET", `/events/${id}/afterwards`, { token });
  return {
    getPublicOutcome: { not_found: () => call("GET", `/events/${mine}/outcome`) },
    getOwnHours: {
      sign_in_required: () => call("GET", `/events/${mine}/own-hours`),
      not_found: () => call("GET", "/events/nowhere/own-hours", { token }),
    },
    getFigures: { sign_in_required: () => call("GET", "/figures") },
    getExpected: {
      sign_in_required: () => call("GET", `/events/${mine}/expected`),
      not_yours: () => call("GET", `/events/${others}/expected`, { token }),
      not_found: () => call("GET", `/events/${unknown}/expected`, { token }),
    },
    getOutcome: {
      sign_in_required: () => call("GET", `/events/${mine}/afterwards`),
      not_yours: read(others),
      not_found: read(unknown),
      event_cancelled: read(cancelled),
      outcome_early: read(toCome),
    },
    previewThanks: writing("POST", "afterwards/preview"),
    sayOutcome: {
      ...writing("PUT", "afterwards"),
      email_unconfirmed: () => mailing("PUT", `/events/${mine}/afterwards`, { token, json }),
    },
  };
}
