import { sql } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import { communityPath } from "../communities/rules.ts";
import { type Context, requireMember } from "../context.ts";
import { decodeCursor, encodeCursor, MomentCursor, paginate } from "../cursor.ts";
import { eventPath, type EventType } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { requireHost } from "../hosting/access.ts";
import { type About, ownReviewsMax, urgentFrom } from "../reviews/rules.ts";
import { listWords } from "../reviews/listed-words.ts";
import { isInForce, isOrganizedBy } from "../rights/queries.ts";
import { oneLine, ownPictureAddress, uploadedIn } from "../rules.ts";
import { isId, type Page, shape } from "../shapes.ts";
import { z } from "zod";
import { reasonOf } from "../reviews/hiding.ts";
import { type ReportReason, reportsShown } from "./rules.ts";
import { ListedWords, OwnReview, Review, type ReviewFilter, WholeReview } from "./shapes.ts";

/**
 * Returns a page of the open reviews, urgent ones first (reported by three members with confirmed addresses), then the
 * oldest; or of the decided reviews, latest first.
 * @throws Failure no_such_call, prove_again, invalid (cursor)
 */
export async function listReviews(ctx: Context, filter: ReviewFilter): Promise<Page<Review>> {
  requireHost(ctx);
  return findReviews(ctx.db, filter);
}

/** Returns the same to an administrator at the machine. @throws Failure invalid (cursor) */
export async function findReviews(db: Database, filter: ReviewFilter): Promise<Page<Review>> {
  const isOpen = filter.state === "open";
  const state = isOpen ? sql`decided_at is null` : sql`decided_at is not null`;
  // Each order has an index of its own.
  const beyond = isOpen ? beyondOpen(filter.cursor) : beyondDecided(filter.cursor);
  const order = isOpen ? sql`${isLater}, id` : sql`decided_at desc, id desc`;
  const page = sql`select * from reviews where ${state} and ${beyond ?? sql`true`} order by ${order} limit ${filter.limit + 1}`;
  const { rows } = await sql<Row>`${selecting(page)} order by ${order}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from reviews where ${state}`.execute(db);
  const { shown, next } = paginate(rows, filter.limit, (last) =>
    encodeCursor(isOpen ? placeOf(last) : (last.decided_at?.toISOString() ?? ""), last.id),
  );
  return { rows: shown.map((row) => shape(Review, toReview(row))), total: counted[0]?.count ?? 0, next };
}

/**
 * True if a review comes after the urgent ones. Written with a literal, because the index expression would not match a
 * parameter.
 */
const isLater = sql`(confirmed < ${sql.lit(urgentFrom)})`;
const OpenCursor = z.tuple([z.enum(["first", "later"]), z.uuid()]);

function beyondOpen(cursor: string | undefined) {
  const after = decodeCursor(OpenCursor, cursor);
  return after && sql`(${isLater}, id) > (${after[0] === "later"}, ${after[1]}::uuid)`;
}

function beyondDecided(cursor: string | undefined) {
  const after = decodeCursor(MomentCursor, cursor);
  return after && sql`(decided_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
}

const placeOf = ({ confirmed }: Row) => (confirmed < urgentFrom ? "later" : "first");

/** Returns one review with all that is needed to decide. @throws Failure no_such_call, prove_again, not_found */
export async function getReview(ctx: Context, id: string): Promise<WholeReview> {
  requireHost(ctx);
  return findWholeReview(ctx.db, id);
}

/** Returns the same to an administrator at the machine. @throws Failure not_found */
export async function findWholeReview(db: Database, id: string): Promise<WholeReview> {
  const row = await findReview(db, id);
  if (!row) throw new Failure("not_found");
  const said = await db
    .selectFrom("reports")
    .select(["reason", "words", "is_confirmed", "reporter_id", "created_at"])
    .where("review_id", "=", row.id)
    .orderBy("id", "desc")
    .limit(reportsShown)
    .execute();
  const isPicture = row.about.endsWith("picture") || row.about === "photo";
  return shape(WholeReview, {
    ...toReview(row),
    text: row.text,
    picture: await visible(db, (isPicture ? row.withheld : null) ?? row.picture),
    pictures: row.about === "outcome_pictures" ? await picturesAt(db, row.subject_id) : [],
    eventType: row.event_type,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: ownerName(row), email: row.owner_email ?? "" },
    begins: row.begins?.toISOString() ?? null,
    participant: row.taken,
    hiddenFor: row.hidden_for === null ? null : reasonOf(row.hidden_for),
    answer: row.answer,
    said: said.map((report) => ({
      reason: report.reason as ReportReason,
      words: report.words,
      by: kindOf(report),
      at: report.created_at.toISOString(),
    })),
  });
}

/**
 * Lists the open reviews of the calling member's own things that are hidden or wait for a host.
 * @throws Failure sign_in_required
 */
export async function listOwnReviews(ctx: Context): Promise<OwnReview[]> {
  const member = requireMember(ctx);
  const page = sql`select * from reviews where decided_at is null and (hidden_at is not null or cause <> 'report')
    and ${ownedBy(member.id, ctx.now)} order by id desc limit ${ownReviewsMax}`;
  const { rows } = await sql<Row>`${selecting(page)} order by id desc`.execute(ctx.db);
  return rows.map((row) =>
    shape(OwnReview, {
      _id: row.id,
      about: row.about,
      eventId: isOfEvent(row.about) ? row.subject_id : null,
      title: titleOf(row) ?? "",
      cause: row.cause,
      since: (row.hidden_at ?? row.opened_at).toISOString(),
      reason: row.hidden_for === null ? null : reasonOf(row.hidden_for),
      answer: row.answer,
      answeredAt: row.answered_at?.toISOString() ?? null,
    }),
  );
}

/** Returns the address of a picture. A hidden upload is not served, so it is included as data. */
async function visible(db: Database, address: string | null): Promise<string | null> {
  const id = uploadedIn(address);
  const hidden = id
    ? await db
        .selectFrom("pictures")
        .select("content")
        .where("id", "=", id)
        .where("hidden_at", "is not", null)
        .executeTakeFirst()
    : null;
  return hidden ? `data:image/webp;base64,${Buffer.from(hidden.content).toString("base64")}` : address;
}

/** Returns the pictures of an event's outcome, hidden or not. */
async function picturesAt(db: Database, eventId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("outcome_pictures")
    .where("event_id", "=", eventId)
    .orderBy("position")
    .select("picture_id")
    .execute();
  const shown = rows.map(({ picture_id }) => visible(db, ownPictureAddress(picture_id)));
  return (await Promise.all(shown)).filter((address) => address !== null);
}

/**
 * The kind of a report's author, as shown to hosts. An author whose account or address is gone counts as a stranger.
 */
const kindOf = (report: { is_confirmed: boolean; reporter_id: string | null }) =>
  report.is_confirmed
    ? ("confirmed" as const)
    : report.reporter_id === null
      ? ("stranger" as const)
      : ("member" as const);

/** Returns the words and links that hosts list. @throws Failure no_such_call, prove_again */
export async function getListedWords(ctx: Context): Promise<ListedWords> {
  requireHost(ctx);
  return shape(ListedWords, { words: await listWords(ctx.db) });
}

/** True if a review is about something of a member's, as a condition for SQL. */
export const ownedBy = (memberId: string, now: Date) => sql<boolean>`(
  (about in ('name', 'photo') and subject_id = ${memberId})
  or (about in ('event', 'event_picture', 'outcome_pictures') and subject_id in (select events.id from events where ${isOrganizedBy(memberId, now)}))
  or (about in ('community', 'community_picture') and subject_id in (
    select community_id from rights where role = 'owner' and ${isInForce(memberId, now)}))
  or (about = 'community_post' and subject_id in (select posts.id from community_posts posts where member_id = ${memberId}))
)`;

export const isOfEvent = (about: About): boolean => ["event", "event_picture", "outcome_pictures"].includes(about);

/** Finds one review, with the current state of its subject. */
export async function findReview(db: Pick<Database, "getExecutor">, id: string): Promise<Row | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<Row>`${selecting(sql`select * from reviews where id = ${id}`)}`.execute(db);
  return rows[0];
}

type Row = Omit<Stored, "hidden_at" | "answered_at" | "decided_at" | "opened_at"> & {
  hidden_at: Date | null;
  answered_at: Date | null;
  decided_at: Date | null;
  opened_at: Date;
  title: string | null;
  text: string | null;
  picture: string | null;
  begins: Date | null;
  event_type: EventType | null;
  taken: number | null;
  is_public: boolean | null;
  /** True for a community or a post that is hidden, or waits. */
  is_withheld: boolean;
  slug: string | null;
  owner_id: string | null;
  owner_name: string | null;
  owner_email: string | null;
  main_reason: ReportReason | null;
};
type Stored = {
  [Column in keyof Schema["reviews"]]: Schema["reviews"][Column] extends { __select__: infer Value }
    ? Value
    : Schema["reviews"][Column];
};

const selecting = (page: ReturnType<typeof sql>) => sql`
  select reviews.*, coalesce(events.title, communities.title, members.name) as title,
    coalesce(events.description, posts.text, communities.description) as text,
    coalesce(events.thumbnail_url, case when posts.id is null then communities.image else posts.picture end,
      members.image) as picture,
    coalesce(posts.hidden_at, communities.hidden_at) is not null as is_withheld, communities.slug,
    events.event_date as begins, events.event_type, events.taken, not events.is_draft as is_public,
    owners.id as owner_id, owners.name as owner_name, owners.email as owner_email,
    (select reason from reports where review_id = reviews.id
      group by reason order by count(*) desc, max(created_at) desc limit 1) as main_reason
  from (${page}) reviews
    left join events on events.id = subject_id and about in ('event', 'event_picture', 'outcome_pictures')
    left join community_posts posts on posts.id = subject_id and about = 'community_post'
    left join communities
      on communities.id = case when about in ('community', 'community_picture') then subject_id else posts.community_id end
    left join members on members.id = subject_id and about in ('name', 'photo')
    left join members owners on owners.id = coalesce(events.organizer_id, members.id, posts.member_id,
      (select member_id from rights where rights.community_id = communities.id and role = 'owner' and until is null
        order by given_at, rights.id limit 1))`;

/** Returns the subject's title; for a withheld name, the original. */
export const titleOf = ({ about, withheld, title }: Pick<Row, "about" | "withheld" | "title">): string | null => {
  const name = about === "name" ? (withheld ?? title) : title;
  return name === null ? null : oneLine(name);
};

/** The owner's name; for a withheld name, the original. */
const ownerName = (row: Row): string => oneLine((row.about === "name" ? row.withheld : null) ?? row.owner_name ?? "");

function pathOf({ about, subject_id, is_public, title, slug, is_withheld }: Row): string | null {
  if (title === null) return null;
  if (isOfEvent(about)) return is_public ? eventPath(subject_id) : null;
  return slug === null ? null : is_withheld ? "/community" : communityPath(slug);
}

const toReview = (row: Row) => ({
  _id: row.id,
  about: row.about,
  cause: row.cause,
  subjectId: row.subject_id,
  title: titleOf(row),
  path: pathOf(row),
  openedAt: row.opened_at.toISOString(),
  reports: row.reports,
  confirmed: row.confirmed,
  mainReason: row.main_reason,
  urgent: row.confirmed >= urgentFrom,
  hiddenAt: row.hidden_at?.toISOString() ?? null,
  answeredAt: row.answered_at?.toISOString() ?? null,
  decision: row.decision,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedFor: row.decided_for,
});
