import type { FoundEvent, FoundEvents } from "#domain/imports/shapes.ts";

/** What can be changed of an event before it is imported. */
export type Chosen = Pick<FoundEvent, "title" | "eventType" | "location" | "maxParticipant" | "description"> & {
  isChosen: boolean;
};
/** The same of all events that were found, by what names them there. */
export type Choices = Readonly<Record<string, Chosen>>;

/** Whether an event can be chosen: it is new, or has changed since it was imported. */
export const canChoose = ({ known }: FoundEvent): boolean => known === null || known.state === "changed";

/** Whether another event may have taken the name of the one that is here: both its title and its time would be changed. */
export const mayBeOther = ({ known }: FoundEvent): boolean =>
  known !== null && known.changes.includes("title") && known.changes.includes("when");

/** What is chosen at first: all that can be, but for what is private there, and what may be another event than the one that had its name. */
export const firstChoices = (events: readonly FoundEvent[]): Choices =>
  Object.fromEntries(
    events.map((event) => {
      const { uid, title, eventType, location, maxParticipant, description, notes } = event;
      const isSafe = !notes.includes("private") && !notes.includes("instead") && !mayBeOther(event);
      const isChosen = canChoose(event) && isSafe;
      return [uid, { title, eventType, location, maxParticipant, description, isChosen }];
    }),
  );

/** The events that are chosen, in their order. */
export const chosenOf = (events: readonly FoundEvent[], choices: Choices): FoundEvent[] =>
  events.filter((event) => canChoose(event) && choices[event.uid]?.isChosen);

/** The new events, and those of them that name no place. */
export const newOf = (events: readonly FoundEvent[]) => events.filter(({ known }) => known === null);
export const homelessOf = (events: readonly FoundEvent[]) => newOf(events).filter(({ location }) => location === "");

/** Those of some events that cannot be imported yet: nobody has said where they are. */
export const unplacedOf = (events: readonly FoundEvent[], choices: Choices) =>
  homelessOf(events).filter(({ uid }) => choices[uid]?.location.trim() === "");

/** The same with something changed of some events. */
export const changeAll = (events: readonly FoundEvent[], choices: Choices, change: Partial<Chosen>): Choices => ({
  ...choices,
  ...Object.fromEntries(events.map(({ uid }) => [uid, { ...choices[uid]!, ...change }])),
});

/** What some events have in common; '' where they differ. */
export function commonOf<Name extends keyof Chosen>(events: readonly FoundEvent[], choices: Choices, name: Name) {
  const values = new Set(events.map(({ uid }) => choices[uid]?.[name]));
  const [value] = values;
  return values.size === 1 && value !== undefined ? value : "";
}

/** What its source says of an event, as it is sent. */
export const sourceOf = (
  { uid, title, location, point, description, eventDate, eventEnd, timeZone }: FoundEvent,
  { address }: Pick<FoundEvents, "address">,
) => ({ uid, address, title, location, point, description, eventDate, eventEnd, timeZone });

/** The event that becomes of it, as it is sent; its picture is our drawing of its type. */
export const eventOf = (
  { eventDate, eventEnd, timeZone, location, point }: FoundEvent,
  { isChosen: _isChosen, ...typed }: Chosen,
) => ({
  ...typed,
  // Of the place that was found, and no other.
  point: typed.location === location ? point : null,
  eventDate,
  eventEnd,
  timeZone,
  thumbnailUrl: `/scenes/${typed.eventType}.svg`,
});
