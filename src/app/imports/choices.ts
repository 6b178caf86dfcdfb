import type { FoundEvent, FoundEvents } from "#domain/imports/shapes.ts";

/** The fields of an event that can be changed before the import. */
export type Chosen = Pick<FoundEvent, "title" | "eventType" | "location" | "maxParticipant" | "description"> & {
  isChosen: boolean;
};
/** The choices for all found events, by their ids in the source. */
export type Choices = Readonly<Record<string, Chosen>>;

/** True if an event can be chosen: it is new, or has changed since it was imported. */
export const canChoose = ({ known }: FoundEvent): boolean => known === null || known.state === "changed";

/** True if another event may have taken the name of the imported one: both its title and its time differ. */
export const mayBeOther = ({ known }: FoundEvent): boolean =>
  known !== null && known.changes.includes("title") && known.changes.includes("when");

/** The first choice: all that can be chosen, except private events and those that may have taken another one's name. */
export const firstChoices = (events: readonly FoundEvent[]): Choices =>
  Object.fromEntries(
    events.map((event) => {
      const { uid, title, eventType, location, maxParticipant, description, notes } = event;
      const isSafe = !notes.includes("private") && !notes.includes("instead") && !mayBeOther(event);
      const isChosen = canChoose(event) && isSafe;
      return [uid, { title, eventType, location, maxParticipant, description, isChosen }];
    }),
  );

/** The chosen events, in their order. */
export const chosenOf = (events: readonly FoundEvent[], choices: Choices): FoundEvent[] =>
  events.filter((event) => canChoose(event) && choices[event.uid]?.isChosen);

/** The new events, and (`homelessOf`) those of them without a location. */
export const newOf = (events: readonly FoundEvent[]) => events.filter(({ known }) => known === null);
export const homelessOf = (events: readonly FoundEvent[]) => newOf(events).filter(({ location }) => location === "");

/** The events that cannot be imported yet because they have no location. */
export const unplacedOf = (events: readonly FoundEvent[], choices: Choices) =>
  homelessOf(events).filter(({ uid }) => choices[uid]?.location.trim() === "");

/** Applies a change to some events' choices. */
export const changeAll = (events: readonly FoundEvent[], choices: Choices, change: Partial<Chosen>): Choices => ({
  ...choices,
  ...Object.fromEntries(events.map(({ uid }) => [uid, { ...choices[uid]!, ...change }])),
});

/** The value that some events share; '' if they differ. */
export function commonOf<Name extends keyof Chosen>(events: readonly FoundEvent[], choices: Choices, name: Name) {
  const values = new Set(events.map(({ uid }) => choices[uid]?.[name]));
  const [value] = values;
  return values.size === 1 && value !== undefined ? value : "";
}

/** The source's data of an event, as they are sent. */
export const sourceOf = (
  { uid, title, location, point, description, eventDate, eventEnd, timeZone }: FoundEvent,
  { address }: Pick<FoundEvents, "address">,
) => ({ uid, address, title, location, point, description, eventDate, eventEnd, timeZone });

/** The event to create, as it is sent; its picture is our drawing of its type. */
export const eventOf = (
  { eventDate, eventEnd, timeZone, location, point }: FoundEvent,
  { isChosen: _isChosen, ...typed }: Chosen,
) => ({
  ...typed,
  // The pin belongs only to the location it was found with.
  point: typed.location === location ? point : null,
  eventDate,
  eventEnd,
  timeZone,
  thumbnailUrl: `/scenes/${typed.eventType}.svg`,
});
