import { listMyEvents } from "#domain/events/queries.ts";
import { importEvent, updateImported } from "#domain/imports/commands.ts";
import { findEventsIn } from "#domain/imports/queries.ts";
import { EventSource, type FoundEvent } from "#domain/imports/shapes.ts";
import type { Member } from "#domain/members/shapes.ts";
import { EventInput } from "#domain/organizing/shapes.ts";
import type { Make } from "./make.ts";
import { calendarWith, testImporter } from "./web.ts";

export const day = 86_400_000;
/** The beginning of the event in a test's calendar: more than a day ahead, so that no reminder is due yet. */
export const first = new Date((Math.ceil(Date.now() / day) + 1) * day + 9.5 * 3_600_000);
export const inUtc = { timeZone: "UTC" };
export const sourceOf = (found: FoundEvent) => EventSource.parse({ ...found, address: null });

/**
 * The steps of importing, by the test's organizer unless another one is named.
 * @param test returns the data that the test has made so far
 */
export function importing(test: () => { make: Make; organizer: Member }) {
  const context = (member = test().organizer) => ({ ...test().make.context(member), importer: testImporter });
  const look = (text: string, member?: Member) => findEventsIn(context(member), async () => text, inUtc);
  return {
    context,
    look,
    /** The only event found in a calendar. */
    findOne: async (begin = first, member?: Member, title = "Reading hour"): Promise<FoundEvent> => {
      const { events } = await look(calendarWith("reading@example.org", begin).replace("Reading hour", title), member);
      return events[0]!;
    },
    take: (found: FoundEvent, more: object = {}, member?: Member) => {
      const event = EventInput.parse({ ...found, thumbnailUrl: "/scenes/education.svg", ...more });
      return importEvent(context(member), { source: sourceOf(found), event });
    },
    again: (found: FoundEvent, member?: Member) =>
      updateImported(context(member), found.known?.eventId ?? "", { source: sourceOf(found) }),
    own: async (member?: Member) => (await listMyEvents(context(member), { limit: 100 })).rows,
  };
}
