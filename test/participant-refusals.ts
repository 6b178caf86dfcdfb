import { newId } from "#db/schema.server.ts";
import { day, messagesPerDay, noteMax, withoutMailMax } from "#domain/participants/rules.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import { type Make, yesterday } from "./make.ts";

type Parts = {
  make: Make;
  call: Call;
  limited: Call;
  unmailed: Call;
  mailing: Call;
  me: Awaited<ReturnType<Make["signedIn"]>>;
};

/** Every refusal of every call about an event's participants, and of canceling the event. */
export async function participantRefusals({ make, call, limited, unmailed, mailing, me }: Parts) {
  const { token, member } = me;
  const unknown = member.id;
  const others = await make.event();
  const mine = await make.event({ organizer: member });
  const over = await make.event({ organizer: member, eventDate: yesterday() });
  const cancelled = await make.event({ organizer: member, cancelReason: "Storm" });
  const draft = await make.event({ organizer: member });
  await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
  const guest = await make.member({ email: "guest@example.org" });
  await make.db.updateTable("members").set({ email_verified: true }).where("id", "=", guest.id).execute();
  await make.join({ eventId: mine, member: guest });

  const longOver = await make.event({ organizer: member, eventDate: new Date(Date.now() - 32 * day) });
  const note = (eventId: string, json = { text: "Comes at 10" }) =>
    call("PUT", `/events/${eventId}/people/${unknown}/note`, { token, json });

  const reason = "We have to split the group.";
  const addition = { email: guest.email, reason };
  const person = { name: "Ana" };
  const mailed = { name: "Ana", email: "ana@example.org" };
  const message = { audience: "all", text: "Bring gloves." };
  const post = (path: string) => ({
    invalid_json: () => call("POST", `/events/${mine}${path}`, { token, ...broken }),
    sign_in_required: (json: unknown) => call("POST", `/events/${mine}${path}`, { json }),
    not_yours: (json: unknown) => call("POST", `/events/${others}${path}`, { token, json }),
    not_found: (json: unknown) => call("POST", `/events/${unknown}${path}`, { token, json }),
    event_over: (json: unknown) => call("POST", `/events/${over}${path}`, { token, json }),
    event_cancelled: (json: unknown) => call("POST", `/events/${cancelled}${path}`, { token, json }),
    event_draft: (json: unknown) => call("POST", `/events/${draft}${path}`, { token, json }),
    too_large: () => call("POST", `/events/${mine}${path}`, { token, ...large }),
    invalid: () => call("POST", `/events/${mine}${path}`, { token, json: {} }),
  });
  /** The refusals shared by every call that sends data to an event. */
  function common(path: string, json: unknown) {
    const { invalid_json, sign_in_required, not_yours, not_found, too_large, invalid } = post(path);
    const asked = { sign_in_required, not_yours, not_found };
    const named = Object.fromEntries(Object.entries(asked).map(([code, ask]) => [code, () => ask(json)]));
    return { ...named, invalid_json, too_large, invalid };
  }
  const closed = (path: string, json: unknown) => ({
    event_over: () => post(path).event_over(json),
    event_cancelled: () => post(path).event_cancelled(json),
  });
  const tooMany = (path: string) => async () => {
    // The oldest of today's messages is a day old in a minute.
    const sent_at = new Date(Date.now() - day + 60_000);
    const rows = Array.from({ length: messagesPerDay }, () => ({
      id: newId(),
      event_id: mine,
      audience: "all" as const,
      text: "Hello",
      recipients: 1,
      sent_at,
    }));
    await make.db.insertInto("messages").values(rows).execute();
    return call("POST", `/events/${mine}${path}`, { token, json: message });
  };
  const read = (path: string) => ({
    sign_in_required: () => call("GET", `/events/${mine}${path}`),
    not_yours: () => call("GET", `/events/${others}${path}`, { token }),
    not_found: () => call("GET", `/events/${unknown}${path}`, { token }),
  });
  const removal = `/participants/${guest.id}/remove`;

  return {
    cancelEvent: { ...common("/cancel", { reason }), ...closed("/cancel", { reason }) },
    listFaces: { not_found: () => call("GET", `/events/${unknown}/faces`) },
    listParticipants: {
      ...read("/participants"),
      invalid: () => call("GET", `/events/${mine}/participants?state=nobody`, { token }),
    },
    exportParticipants: read("/participants.csv"),
    addParticipant: {
      ...common("/participants", addition),
      ...closed("/participants", addition),
      event_draft: () => post("/participants").event_draft(addition),
      already_joined: () => call("POST", `/events/${mine}/participants`, { token, json: addition }),
      no_such_member: () =>
        call("POST", `/events/${mine}/participants`, { token, json: { email: "nobody@example.org", reason } }),
      too_many_attempts: () => limited("POST", `/events/${mine}/participants`, { token, json: addition }),
      email_unconfirmed: () => mailing("POST", `/events/${mine}/participants`, { token, json: addition }),
      too_many_mails: () => unmailed("POST", `/events/${mine}/participants`, { token, json: addition }),
    },
    removeParticipant: { ...common(removal, { reason }), ...closed(removal, { reason }) },
    addPerson: {
      ...common("/people", person),
      ...closed("/people", person),
      event_draft: () => post("/people").event_draft(person),
      already_joined: () => call("POST", `/events/${mine}/people`, { token, json: { ...person, email: guest.email } }),
      email_unconfirmed: () => mailing("POST", `/events/${mine}/people`, { token, json: mailed }),
      too_many_mails: () => unmailed("POST", `/events/${mine}/people`, { token, json: mailed }),
      people_full: async () => {
        const rows = Array.from({ length: withoutMailMax }, (_, number) => ({
          id: newId(),
          event_id: mine,
          member_id: null,
          name: `Person ${number}`,
          joined_at: new Date(),
          status: "waitlisted" as const,
        }));
        await make.db.insertInto("registrations").values(rows).execute();
        return call("POST", `/events/${mine}/people`, { token, json: person });
      },
    },
    removePerson: {
      sign_in_required: () => call("DELETE", `/events/${mine}/people/${unknown}`),
      not_yours: () => call("DELETE", `/events/${others}/people/${unknown}`, { token }),
      not_found: () => call("DELETE", `/events/${mine}/people/${unknown}`, { token }),
      event_over: () => call("DELETE", `/events/${over}/people/${unknown}`, { token }),
      event_cancelled: () => call("DELETE", `/events/${cancelled}/people/${unknown}`, { token }),
    },
    notePerson: {
      sign_in_required: () => call("PUT", `/events/${mine}/people/${unknown}/note`, { json: { text: "" } }),
      not_yours: () => note(others),
      not_found: () => note(mine),
      event_over: () => note(longOver),
      invalid: () => note(mine, { text: "x".repeat(noteMax + 1) }),
      invalid_json: () => call("PUT", `/events/${mine}/people/${unknown}/note`, { token, ...broken }),
      too_large: () => call("PUT", `/events/${mine}/people/${unknown}/note`, { token, ...large }),
    },
    previewMessage: {
      ...common("/messages/preview", message),
      too_many_messages: tooMany("/messages/preview"),
    },
    sendMessage: {
      ...common("/messages", message),
      too_many_messages: tooMany("/messages"),
      email_unconfirmed: () => mailing("POST", `/events/${mine}/messages`, { token, json: message }),
      too_many_mails: () => unmailed("POST", `/events/${mine}/messages`, { token, json: message }),
    },
    listMessages: {
      ...read("/messages"),
      invalid: () => call("GET", `/events/${mine}/messages?cursor=nonsense`, { token }),
    },
  };
}
