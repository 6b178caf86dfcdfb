import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { decodeCursor, encodeCursor, IdCursor, paginate } from "../cursor.ts";
import { countBetween } from "../registrations/people.ts";
import { type Page, shape } from "../shapes.ts";
import { requireHost } from "./access.ts";
import { urgentFrom } from "../reviews/rules.ts";
import { hostFor } from "./rules.ts";
import { HostAccess, HostAction, HostOverview, type LogFilter } from "./shapes.ts";
import { listOpenTasks } from "./tasks.ts";

/** The end of the host's access without another proof. @throws Failure no_such_call, prove_again */
export function getHostAccess(ctx: Context): HostAccess {
  const { email } = requireHost(ctx);
  const since = ctx.provedAt ?? ctx.now;
  return shape(HostAccess, { email, until: new Date(since.getTime() + hostFor).toISOString() });
}

/** The number of weeks shown: finished tasks, which record when a mail went out, are kept no longer. */
const weeksShown = 4;
const tasksShown = 50;

/**
 * The state of the site, on one page.
 * @param isReady whether the answering process can do its work
 * @throws Failure no_such_call, prove_again
 */
export async function getOverview(ctx: Context, isReady: () => Promise<boolean>): Promise<HostOverview> {
  requireHost(ctx);
  const { db, now } = ctx;
  const begun = performance.now();
  await sql`select 1`.execute(db);
  const database = Math.round(performance.now() - begun);
  const { rows: outbox } = await sql<Outbox>`
    select count(*) filter (where failed_at is null and run_at > ${now})::int as waiting,
      count(*) filter (where failed_at is null and run_at <= ${now})::int as due,
      count(*) filter (where failed_at is not null)::int as failed,
      min(run_at) filter (where failed_at is null and run_at <= ${now}) as "oldestDue"
    from outbox where done_at is null`.execute(db);
  const { rows: health } = await sql<{ lastMail: Date | null; openReports: number; urgentReports: number }>`
    select (select max(mailed_at) from outbox where mailed_at is not null) as "lastMail",
      (select count(*)::int from reviews where decided_at is null) as "openReports",
      (select count(*)::int from reviews where decided_at is null and confirmed >= ${urgentFrom}) as "urgentReports"`.execute(
    db,
  );
  const { rows: weeks } = await sql<Week>`
    with weeks as (
      select date_trunc('week', ${now}::timestamptz at time zone 'UTC') - make_interval(weeks => ago) as start
      from generate_series(0, ${weeksShown - 1}::int) ago)
    select to_char(start, 'YYYY-MM-DD') as "from",
      (select count(*)::int from members where created_at >= start at time zone 'UTC' and created_at < start at time zone 'UTC' + interval '7 days') as members,
      (select count(*)::int from events where created_at >= start at time zone 'UTC' and created_at < start at time zone 'UTC' + interval '7 days') as events,
      ${countBetween(sql`start at time zone 'UTC'`, sql`start at time zone 'UTC' + interval '7 days'`)} as registrations,
      (select count(*)::int from outbox where mailed_at >= start at time zone 'UTC' and mailed_at < start at time zone 'UTC' + interval '7 days') as mails
    from weeks order by start desc`.execute(db);
  const tasks = await listOpenTasks(db, now, tasksShown);
  const { oldestDue = null, ...counts } = outbox[0] ?? { waiting: 0, due: 0, failed: 0 };
  return shape(HostOverview, {
    outbox: { ...counts, oldestDue: oldestDue?.toISOString() ?? null },
    tasks: tasks.map((task) => ({
      ...task,
      runAt: task.runAt.toISOString(),
      failedAt: task.failedAt?.toISOString() ?? null,
    })),
    health: {
      ready: await isReady(),
      database,
      lastMail: health[0]?.lastMail?.toISOString() ?? null,
      openReports: health[0]?.openReports ?? 0,
      urgentReports: health[0]?.urgentReports ?? 0,
    },
    weeks,
  });
}

type Outbox = { waiting: number; due: number; failed: number; oldestDue: Date | null };
type Week = { from: string; members: number; events: number; registrations: number; mails: number };

/** A page of hosts' actions, the latest first. @throws Failure no_such_call, prove_again, invalid (cursor) */
export async function listHostActions(ctx: Context, { limit, cursor }: LogFilter): Promise<Page<HostAction>> {
  requireHost(ctx);
  const after = decodeCursor(IdCursor, cursor);
  const rows = await actionsOf(ctx.db, { before: after?.[0], limit: limit + 1 });
  const { count } = await ctx.db
    .selectFrom("host_actions")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const { shown, next } = paginate(rows, limit, (last) => encodeCursor(last._id));
  return { rows: shown, total: Number(count), next };
}

type Wanted = {
  /** Limits the entries to this member, their name and photo, and the events that they organize. */
  memberId?: string;
  before?: string | undefined;
  limit: number;
};

/** Entries of the log, the latest first, with their subjects if these still exist. */
export async function actionsOf(db: Database, { memberId, before, limit }: Wanted): Promise<HostAction[]> {
  let wanted = db
    .selectFrom("host_actions as done")
    .leftJoin("members as hosts", "hosts.id", "done.host_id")
    .leftJoin("members", "members.id", "done.subject_id")
    .leftJoin("events", "events.id", "done.subject_id")
    .leftJoin("communities", "communities.id", "done.subject_id")
    .leftJoin("outbox", "outbox.id", "done.subject_id");
  if (memberId !== undefined) {
    // Passed as an array, so that the index on subjects finds them in a log of any length.
    const theirs = sql`select ${memberId}::uuid union all select id from events where organizer_id = ${memberId}`;
    wanted = wanted.where(sql<boolean>`done.subject_id = any(array(${theirs}))`);
  }
  if (before !== undefined) wanted = wanted.where("done.id", "<", before);
  const rows = await wanted
    .select(["done.id", "done.action", "done.subject_kind", "done.subject_id", "done.reason", "done.at"])
    .select(["hosts.email as host", "members.name", "members.email", "outbox.kind"])
    .select(({ fn }) => fn.coalesce("events.title", "communities.title").as("title"))
    .orderBy("done.id", "desc")
    .limit(limit)
    .execute();
  const subjects = rows.flatMap(({ subject_id }) => subject_id ?? []);
  const { rows: reviews } = await sql<{ id: string; about: string; subject: string }>`
    select distinct on (about, subject_id) id, about, subject_id as subject from reviews
    where subject_id = any(${subjects}::uuid[]) order by about, subject_id, id desc`.execute(db);
  return rows.map(({ subject_kind: subject, subject_id, title, kind, name, email, ...row }) =>
    shape(HostAction, {
      _id: row.id,
      action: row.action,
      subject,
      subjectId: subject_id,
      title: title ?? kind ?? ((subject !== "name" && name) || email),
      reviewId: reviews.find((review) => review.subject === subject_id && review.about === subject)?.id ?? null,
      reason: row.reason,
      by: row.host,
      at: row.at.toISOString(),
    }),
  );
}
