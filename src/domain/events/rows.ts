import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { oneLine } from "../rules.ts";
import { shape } from "../shapes.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import type { Point } from "../towns/rules.ts";
import type { CalendarEntry } from "./feeds.ts";
import type { Spots } from "./rules.ts";
import { Event, EventNumbers, EventType, flatSpan, flatSpots } from "./shapes.ts";

/** Selects events with everything that is shown of them; `toEvent` and `toEntry` convert the rows. */
export const withOrganizer = (db: Kysely<Schema>) =>
  db
    .selectFrom("events")
    .innerJoin("members", "members.id", "events.organizer_id")
    .leftJoin("towns", "towns.id", "events.town_id")
    // A hidden community's name is shown nowhere.
    .leftJoin("communities", (on) =>
      on.onRef("communities.id", "=", "events.owner_community_id").on("communities.hidden_at", "is", null),
    )
    .leftJoin("series", "series.id", "events.series_id")
    .select([
      "events.id",
      "events.title",
      "events.event_type",
      "events.location",
      "events.latitude",
      "events.longitude",
      "events.is_exact",
      "events.town_id",
      "events.event_date",
      "events.event_end",
      "events.time_zone",
      "events.organizer_id",
      "events.owner_community_id",
      "events.series_id",
      "events.series_start",
      "events.is_draft",
      "events.review",
      "events.cancelled_at",
      "events.cancel_reason",
      "events.max_participant",
      "events.capacity",
      "events.thumbnail_url",
      "events.description",
      "events.what_to_bring",
      "events.effort",
      "events.children_welcome",
      "events.step_free",
      "events.languages",
      "events.provided",
      "events.asks_phone",
      "events.taken",
      "events.waitlisted",
      "events.held",
      "events.passed",
      "events.hold_hours",
      "events.sequence",
      "events.updated_at",
      "members.email",
      "members.email_verified",
      "members.contact_email",
      "members.name",
      "members.image",
      "series.rule as series_rule",
      "series.anchor as series_anchor",
      "towns.name as town",
      "towns.country",
      "communities.id as community_id",
      "communities.slug as community_slug",
      "communities.title as community_name",
      "communities.image as community_image",
      "communities.contact_email as community_email",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withOrganizer>["executeTakeFirstOrThrow"]>>;

export const toEvent = (row: Row): Event =>
  shape(Event, {
    _id: row.id,
    title: oneLine(row.title),
    eventType: EventType.parse(row.event_type),
    location: row.location,
    ...placeOf(row),
    ...flatSpan(spanOfRow(row)),
    status: statusOf(row),
    cancelReason: row.cancel_reason,
    maxParticipant: row.max_participant,
    ...flatSpots(row),
    thumbnailUrl: row.thumbnail_url,
    description: row.description,
    whatToBring: row.what_to_bring,
    effort: row.effort,
    childrenWelcome: row.children_welcome,
    stepFree: row.step_free,
    languages: row.languages,
    provided: row.provided,
    asksPhone: row.asks_phone,
    email: row.community_email ?? row.contact_email ?? row.email,
    organizerId: row.organizer_id,
    ...organizerOf(row),
    holdHours: row.hold_hours,
    series: seriesOf(row),
  });

/** The series that an event is a date of. */
function seriesOf({
  series_id: id,
  series_start: start,
  series_rule: rule,
  series_anchor: anchor,
}: Row): Event["series"] {
  return id === null || start === null || rule === null || anchor === null ? null : { id, rule, anchor, start };
}

/** The organizer as shown: the community that the event belongs to, or its member. */
function organizerOf(row: Row): Pick<Event, "organizer" | "organizerPhoto" | "community"> {
  const { community_id: id, community_slug: slug, community_name } = row;
  if (id === null || slug === null || community_name === null)
    return { organizer: oneLine(row.name), organizerPhoto: row.image, community: null };
  const name = oneLine(community_name);
  return { organizer: name, organizerPhoto: row.community_image, community: { id, slug, name } };
}

/** The place on the globe, with the parts that are known. */
const placeOf = (row: Pick<Row, "latitude" | "longitude" | "is_exact" | "town_id" | "town" | "country">) => ({
  point: pointOf(row),
  isExact: row.is_exact,
  town:
    row.town_id === null || row.town === null || row.country === null
      ? null
      : { id: row.town_id, name: row.town, country: row.country },
});

export function statusOf({ cancelled_at, is_draft, review }: Pick<Row, "cancelled_at" | "is_draft" | "review">) {
  if (cancelled_at) return "cancelled";
  if (review) return review === "hidden" ? "under_review" : "unapproved";
  return is_draft ? "draft" : "active";
}

/** The numbers of an event, from a row with only these. */
export const toNumbers = (
  row: Spots & Pick<Row, "max_participant" | "cancelled_at" | "is_draft" | "review">,
): EventNumbers =>
  shape(EventNumbers, {
    ...flatSpots(row),
    maxParticipant: row.max_participant,
    status: statusOf(row),
  });

/** An event as a calendar keeps it. */
export const toEntry = (row: Row): CalendarEntry => ({
  ...toEvent(row),
  sequence: row.sequence,
  updatedAt: row.updated_at,
  replyTo: row.community_email ?? row.contact_email ?? (row.email_verified ? row.email : null),
});

/** The point of a row, or null if it has none. */
export const pointOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Point | null =>
  latitude === null || longitude === null ? null : { lat: latitude, lon: longitude };
