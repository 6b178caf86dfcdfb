import { say } from "#messages/all.ts";
import { changesIn, eventMail, type EventReader, factsOf, inWords } from "../events/mails.ts";
import type { Letter } from "../mail.ts";
import type { EventPlan, TaskContext } from "../outbox.ts";

/** Who reads, and what they have: for how many, who of them comes along, the position of who waits, and their place's page. */
export type Standing = EventReader & {
  state: "joined" | "waiting";
  places: number;
  companions: { name: string; under18: boolean }[];
  position: number;
  place: string;
};

type Here = Pick<TaskContext, "address" | "now">;

/** That one has a place, with who comes along. */
export const joinedMail = (reader: Standing, here: Here): Letter =>
  eventMail(
    reader,
    {
      ...wordsOf("joined", reader),
      facts: [...factsOf(reader.event), ...companyOf(reader)],
      actions: [seeEvent(reader, here), free(reader)],
      method: "REQUEST",
    },
    here,
  );

/** That one waits, and in which position. */
export const waitingMail = (reader: Standing, here: Here): Letter =>
  eventMail(
    tentative(reader),
    {
      ...wordsOf("waiting", reader),
      facts: [{ label: say("mail.fact.position"), text: String(reader.position) }, ...factsAndCompany(reader)],
      actions: [seeEvent(reader, here), { label: say("mail.action.leave_line"), address: `${reader.place}&leave` }],
      method: "PUBLISH",
    },
    here,
  );

/** That a place is held for who waits, until when, and how it is taken or declined. */
export function offeredMail(reader: Standing, until: Date, here: Here): Letter {
  const moment = inWords({ eventDate: until.toISOString(), timeZone: reader.event.timeZone });
  return eventMail(
    tentative(reader),
    {
      ...wordsOf("offered", reader, { until: moment }),
      facts: [{ label: say("mail.fact.until"), text: moment }, ...factsAndCompany(reader)],
      actions: [
        { label: say("mail.action.take"), address: `${reader.place}&take` },
        { label: say("mail.action.decline"), address: `${reader.place}&leave` },
      ],
      method: "PUBLISH",
    },
    here,
  );
}

/** That the time to take a place is over. */
export const lapsedMail = (reader: EventReader, here: Here): Letter =>
  eventMail(reader, { ...wordsOf("lapsed", reader), actions: [seeEvent(reader, here)], method: "CANCEL" }, here);

/** That one has given a place back, or left the line. */
export const leftMail = (reader: EventReader, waited: boolean, here: Here): Letter =>
  eventMail(
    reader,
    { ...wordsOf(waited ? "left_line" : "left", reader), actions: [seeEvent(reader, here)], method: "CANCEL" },
    here,
  );

/** What of an event is another now, with what it was. */
export const changedMail = (reader: Standing, { was, is }: { was: EventPlan; is: EventPlan }, here: Here): Letter =>
  eventMail(
    reader.state === "waiting" ? tentative(reader) : reader,
    {
      ...wordsOf("changed", reader),
      facts: changesIn(was, is),
      actions: [seeEvent(reader, here), free(reader)],
      method: reader.state === "waiting" ? "PUBLISH" : "REQUEST",
    },
    here,
  );

/** Where a place is given back, after asking once more; of who waits, the place in the line. */
export const free = ({ place, state }: Pick<Standing, "place" | "state">) => ({
  label: say(state === "joined" ? "mail.action.free" : "mail.action.leave_line"),
  address: `${place}&leave`,
});

/** Who comes along, where anybody does. */
export const companyOf = ({ companions }: Pick<Standing, "companions">) =>
  companions.length === 0
    ? []
    : [
        {
          label: say("mail.fact.company"),
          text: companions.map(({ name, under18 }) => (under18 ? say("mail.under18", { name }) : name)).join(", "),
        },
      ];

const factsAndCompany = (reader: Standing) => [...factsOf(reader.event), ...companyOf(reader)];

export const tentative = <Of extends EventReader>(reader: Of): Of => ({
  ...reader,
  event: { ...reader.event, tentative: true },
});

export const seeEvent = ({ event }: EventReader, { address }: Here) => ({
  label: say("mail.action.see"),
  address: `${address}/view-event/${event._id}`,
});

type Kind = "joined" | "waiting" | "offered" | "lapsed" | "left" | "left_line" | "changed";

function wordsOf(kind: Kind, { event }: EventReader, more: Record<string, string> = {}) {
  const values = { title: event.title, when: inWords(event), place: event.location, ...more };
  return { subject: say(`mail.place.${kind}.subject`, values), paragraphs: [say(`mail.place.${kind}.text`, values)] };
}
