import type { Context } from "../context.ts";
import { requireReachable } from "../members/queries.ts";
import type { EventImporter, LimitAttempts, ReadEvents } from "../ports.ts";
import { Failure } from "../failure.ts";
import { shape } from "../shapes.ts";
import { inTurns } from "../turns.ts";
import { type FittedEvent, fitted } from "./fitting.ts";
import { type ImportedFacts, mergeOf } from "./merging.ts";
import { foundMax } from "./rules.ts";
import { type FoundEvent, FoundEvents, type ImportAddress, type ImportFile } from "./shapes.ts";

type Importing = Context & { limitAttempts: LimitAttempts; importer: EventImporter };

/**
 * The events at an address on the web, for an organizer to choose from; nothing is kept. It is fetched once, now, without the pictures.
 * @throws Failure sign_in_required, email_unconfirmed, too_many_imports, import_off, import_address, import_unreachable, import_too_large,
 * import_unreadable, imports_busy
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
 * The same of a file. It is counted before `read` is asked for it: to look at one that is refused also takes time.
 * @throws Failure sign_in_required, email_unconfirmed, too_many_imports, import_too_large, import_unreadable, imports_busy
 */
export async function findEventsIn(
  ctx: Importing,
  read: () => Promise<string>,
  { timeZone }: ImportFile,
): Promise<FoundEvents> {
  const member = await requireReachable(ctx);
  await ctx.limitAttempts("import", { account: member.id });
  const events = await ctx.importer.readEvents(await read(), { now: ctx.now, timeZone, address: null });
  return foundIn(ctx, member.id, null, events);
}

/** What was read, beside what the member has of it already. */
async function foundIn(ctx: Context, memberId: string, address: string | null, read: ReadEvents): Promise<FoundEvents> {
  const uids = [...read.events.map(({ uid }) => uid), ...read.cancelled];
  const known = await listImported(ctx, memberId, uids);
  const all = await inTurns(read.events, (event) => foundOf(fitted(event), known.get(event.uid)));
  // What is up to date takes no room from what is not: so many can be imported in several goes.
  const open = all.filter((event) => event.known?.state !== "same");
  const shown = new Set([...new Set([...open, ...all])].slice(0, foundMax));
  const events = all.filter((event) => shown.has(event));
  const gone = read.cancelled.flatMap((uid) => {
    const event = known.get(uid);
    const isStillOn = event && event.organizer_id === memberId && !event.cancelled_at && event.event_end > ctx.now;
    return isStillOn ? [{ eventId: event.event_id, title: event.title }] : [];
  });
  const leftOut = { ...read.leftOut, more: read.leftOut.more + all.length - events.length };
  return shape(FoundEvents, { address, events, leftOut, gone });

  function foundOf({ eventDate, eventEnd, ...found }: FittedEvent, row: Imported | undefined): FoundEvent {
    const moments = { eventDate: eventDate.toISOString(), eventEnd: eventEnd.toISOString() };
    if (!row) return { ...found, ...moments, known: null };
    const merge = mergeOf(factsIn(row), ownFacts(row), { ...found, eventDate, eventEnd });
    const state = stateOf(row, memberId) ?? (merge.changes.length > 0 ? "changed" : "same");
    const { title, location, time_zone, event_date, event_end } = row;
    const own = { title, location, timeZone: time_zone };
    const ownMoments = { eventDate: event_date.toISOString(), eventEnd: event_end.toISOString() };
    return { ...found, ...moments, known: { eventId: row.event_id, ...own, ...ownMoments, state, ...merge } };
  }
}

/** Why an event that was imported cannot be changed by importing it again; null where it can. */
function stateOf(row: Imported, memberId: string) {
  if (row.organizer_id !== memberId) return "handed_over" as const;
  if (row.cancelled_at) return "cancelled" as const;
  return row.review === "hidden" ? ("under_review" as const) : null;
}

type Imported = Awaited<ReturnType<typeof findImported>>[number];

/** What a member has imported under these names, or has taken over from somebody who has; by the name. */
async function listImported(ctx: Context, memberId: string, uids: string[]): Promise<Map<string, Imported>> {
  const rows = uids.length > 0 ? await findImported(ctx, memberId, uids) : [];
  // What is theirs now goes before what they have handed over.
  const sorted = rows.toSorted((a, b) => Number(a.organizer_id === memberId) - Number(b.organizer_id === memberId));
  return new Map(sorted.map((row) => [row.uid, row]));
}

const findImported = ({ db }: Pick<Context, "db">, memberId: string, uids: string[]) =>
  db
    .selectFrom("imports")
    .innerJoin("events", "events.id", "imports.event_id")
    .where("imports.uid", "in", uids)
    .where((eb) => eb.or([eb("imports.member_id", "=", memberId), eb("organizer_id", "=", memberId)]))
    .select(["uid", "event_id", "source", "organizer_id", "cancelled_at", "review", "title", "location"])
    .select(["description", "event_date", "event_end", "time_zone"])
    .execute();

/** What the source of an event said when it was last imported. */
export const factsIn = ({ source }: Pick<Imported, "source">): ImportedFacts => ({
  ...source,
  point: null,
  eventDate: new Date(source.eventDate),
  eventEnd: new Date(source.eventEnd),
});

/** The same of what the event says now. */
export const ownFacts = (
  row: Pick<Imported, "title" | "location" | "description" | "event_date" | "event_end" | "time_zone">,
): ImportedFacts => ({
  title: row.title,
  location: row.location,
  point: null,
  description: row.description,
  eventDate: row.event_date,
  eventEnd: row.event_end,
  timeZone: row.time_zone,
});
