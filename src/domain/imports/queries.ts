import type { Context } from "../context.ts";
import { flatSpan } from "../events/shapes.ts";
import { requireReachable } from "../members/queries.ts";
import type { EventImporter, LimitAttempts, ReadEvents } from "../ports.ts";
import { Failure } from "../failure.ts";
import { isOrganizedBy } from "../rights/queries.ts";
import { shape } from "../shapes.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { inTurns } from "../turns.ts";
import { fitted } from "./fitting.ts";
import { cancelledAmong, type Identified, identified, type KnownEvent } from "./identity.ts";
import { type ImportedFacts, mergeOf } from "./merging.ts";
import { foundMax } from "./rules.ts";
import { type FoundEvent, FoundEvents, type ImportAddress, type ImportFile } from "./shapes.ts";

type Importing = Context & { limitAttempts: LimitAttempts; importer: EventImporter };

/**
 * Finds the events at an address on the web, for an organizer to choose from, and stores nothing. It fetches the
 * address once, without pictures.
 * @throws Failure sign_in_required, email_unconfirmed, too_many_imports, import_off, import_address,
 * import_unreachable, import_too_large, import_unreadable, imports_busy
 */
export async function findEventsAt(ctx: Importing, { address, timeZone }: ImportAddress): Promise<FoundEvents> {
  const member = await requireReachable(ctx);
  const { fetchText } = ctx.importer;
  if (!fetchText) throw new Failure("import_off");
  await ctx.limitAttempts("import", { account: member.id });
  const fetched = await fetchText(address, `Goodturn (+${ctx.address})`);
  const read = await ctx.importer.readEvents(fetched.text, { now: ctx.now, timeZone, address: fetched.address });
  return foundIn(ctx, member.id, fetched.address, read);
}

/**
 * Finds the events in a file. It counts the attempt before it calls `read`: reading a rejected file takes time too.
 * @throws Failure sign_in_required, email_unconfirmed, too_many_imports, import_too_large, import_unreadable,
 * imports_busy
 */
export async function findEventsIn(
  ctx: Importing,
  read: () => Promise<string | Uint8Array>,
  { timeZone }: ImportFile,
): Promise<FoundEvents> {
  const member = await requireReachable(ctx);
  await ctx.limitAttempts("import", { account: member.id });
  const events = await ctx.importer.readEvents(await read(), { now: ctx.now, timeZone, address: null });
  return foundIn(ctx, member.id, null, events);
}

/** The found events, with the member's earlier imports of them. */
async function foundIn(ctx: Context, memberId: string, address: string | null, read: ReadEvents): Promise<FoundEvents> {
  const uids = [...read.events.map(({ uid }) => uid), ...read.cancelled.map(({ uid }) => uid)];
  const known = await listImported(ctx, memberId, [...new Set(uids)]);
  const identities = identified(await inTurns(read.events, fitted), known);
  const all = await inTurns(identities.events, foundOf);
  // Up-to-date events do not count towards the limit, so that many events can be imported in several rounds.
  const open = all.filter((event) => event.known?.state !== "same");
  const shown = new Set([...new Set([...open, ...all])].slice(0, foundMax));
  const events = all.filter((event) => shown.has(event));
  const isStillOn = (event: Imported) => event.is_organized && !event.cancelled_at && event.event_end > ctx.now;
  const off = new Set(cancelledAmong(read.cancelled, known).filter((event) => !isFound(event) && isStillOn(event)));
  const replaced = identities.replaced.filter((event) => !off.has(event) && isStillOn(event));
  const gone = [
    ...[...off].map((event) => ({ ...event, why: "cancelled" as const })),
    ...replaced.map((event) => ({ ...event, why: "replaced" as const })),
  ].map(({ event_id, title, why }) => ({ eventId: event_id, title, why }));
  const leftOut = { ...read.leftOut, more: read.leftOut.more + all.length - events.length };
  return shape(FoundEvents, { address, events, leftOut, unreadable: read.unreadable, gone });

  function isFound(event: Imported): boolean {
    return identities.events.some(({ known: one }) => one === event);
  }

  function foundOf({ event, known: row, isInstead }: Identified<Imported>): FoundEvent {
    const { eventDate, eventEnd, notes, ...found } = event;
    const moments = { eventDate: eventDate.toISOString(), eventEnd: eventEnd.toISOString() };
    const said = isInstead ? [...notes, "instead" as const] : notes;
    if (!row) return { ...found, ...moments, notes: said, known: null };
    const merge = mergeOf(factsIn(row), ownFacts(row), { ...found, eventDate, eventEnd });
    const state = stateOf(ctx, row) ?? (merge.changes.length > 0 ? "changed" : "same");
    const own = { title: row.title, location: row.location, ...flatSpan(spanOfRow(row)) };
    return { ...found, ...moments, notes, known: { eventId: row.event_id, ...own, state, ...merge } };
  }
}

/** The reason why a new import cannot change an event; null if it can. */
function stateOf(ctx: Context, row: Imported) {
  if (!row.is_organized) return "handed_over" as const;
  if (row.cancelled_at) return "cancelled" as const;
  return row.review === "hidden" ? ("under_review" as const) : null;
}

type Row = Awaited<ReturnType<ReturnType<typeof findImported>["execute"]>>[number];
type Imported = Row & KnownEvent;

/** The number of upcoming imported events that are checked for a changed source id. */
const upcomingMax = 5000;

/**
 * A member's imports under these ids, own or taken over, and all of their upcoming imports, which may have another id
 * by now. Own ones come before those handed over.
 */
async function listImported(ctx: Context, memberId: string, uids: string[]): Promise<Imported[]> {
  const named = uids.length > 0 ? await findImported(ctx, memberId).where("imports.uid", "in", uids).execute() : [];
  const upcoming = await findImported(ctx, memberId)
    .where("event_end", ">", ctx.now)
    .orderBy("event_date")
    .orderBy("event_id")
    .limit(upcomingMax)
    .execute();
  const rows = new Map([...named, ...upcoming].map((row) => [row.event_id, row]));
  return [...rows.values()]
    .toSorted((a, b) => Number(b.is_organized) - Number(a.is_organized))
    .map((row) => ({ ...row, said: factsIn(row) }));
}

const findImported = ({ db, now }: Pick<Context, "db" | "now">, memberId: string) =>
  db
    .selectFrom("imports")
    .innerJoin("events", "events.id", "imports.event_id")
    .where((eb) => eb.or([eb("imports.member_id", "=", memberId), isOrganizedBy(memberId, now)]))
    .select(["uid", "event_id", "source", "cancelled_at", "review", "title", "location"])
    .select(["description", "event_date", "event_end", "time_zone"])
    .select(isOrganizedBy(memberId, now).as("is_organized"));

/** The source's data about an event at its last import. */
export const factsIn = ({ source }: Pick<Row, "source">): ImportedFacts => ({
  ...source,
  point: null,
  eventDate: new Date(source.eventDate),
  eventEnd: new Date(source.eventEnd),
});

/** The present data of an event. */
export const ownFacts = (
  row: Pick<Row, "title" | "location" | "description" | "event_date" | "event_end" | "time_zone">,
): ImportedFacts => ({
  title: row.title,
  location: row.location,
  point: null,
  description: row.description,
  eventDate: row.event_date,
  eventEnd: row.event_end,
  timeZone: row.time_zone,
});
