import { sql } from "kysely";
import { type Context, requireMember } from "../context.ts";
import { attendanceOf } from "../gates/queries.ts";
import { countsAt } from "../registrations/people.ts";
import { isOrganizedBy, requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { shape } from "../shapes.ts";
import { figuresMax, knownMax, rangeFor, toldFrom } from "./rules.ts";
import { Expected, Figures } from "./shapes.ts";

type Row = {
  id: string;
  title: string;
  event_date: Date;
  time_zone: string;
  year: number;
  /** Null if no follower was told of it, or if the event is older than this count. */
  invited: number | null;
  joined: number;
  confirmed: number;
  /** Null if there is no outcome. */
  came: number | null;
  hours: number | null;
  came_of_joined: number;
  came_of_confirmed: number;
};

/**
 * The latest past events that a member organizes, alone or with others, with the numbers of people invited, joined,
 * confirmed and present.
 */
async function pastOf({ db, now }: Context, organizerId: string, isSaid: boolean, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select events.id, title, event_date, time_zone, left(first_day, 4)::int as year, event_tellings.addresses as invited,
      coalesce(outcomes.joined, listed.joined, 0)::int as joined,
      coalesce(outcomes.confirmed, listed.confirmed, 0)::int as confirmed,
      outcomes.came, outcomes.total_hours as hours,
      there.came_of_joined::int as came_of_joined, there.came_of_confirmed::int as came_of_confirmed
    from events
      left join outcomes on outcomes.event_id = events.id
      left join event_tellings on event_tellings.event_id = events.id
      left join lateral ${countsAt(sql`case when outcomes.event_id is null then events.id end`)} listed on true
      left join lateral (
        select count(*) filter (where is_listed) as came_of_joined,
          count(*) filter (where is_listed and is_confirmed) as came_of_confirmed
        from outcome_people where outcome_people.event_id = events.id
      ) there on true
    where ${isOrganizedBy(organizerId, now)} and not is_draft and cancelled_at is null and event_end < ${now}
      and (not ${isSaid} or outcomes.event_id is not null)
    order by event_date desc, events.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * The numbers of people invited, joined, confirmed and present at the latest past events of the caller, for each event
 * and by year. For lists of fewer than five people only the length is shown; numbers of fewer than five invited are not
 * shown either, and neither is in a sum.
 * @throws Failure sign_in_required
 */
export async function getFigures(ctx: Context): Promise<Figures> {
  const { id } = requireMember(ctx);
  const rows = await pastOf(ctx, id, false, figuresMax);
  const checkedIn = await checkedInAt(ctx, rows);
  const years = Map.groupBy(rows, ({ year }) => year);
  return shape(Figures, {
    events: rows.map((row) => ({
      _id: row.id,
      title: row.title,
      eventDate: row.event_date.toISOString(),
      timeZone: row.time_zone,
      year: row.year,
      isSaid: row.came !== null,
      checkedIn: checkedIn.get(row.id) ?? null,
      ...toldOf(row),
    })),
    years: [...years].map(([year, events]) => {
      // Sums only the reported events: subtracting these from the sum must reveal nothing about the others.
      const said = events.filter(({ joined, came }) => joined >= toldFrom && came !== null);
      const sum = (of: (row: Row) => number | null) => said.reduce((all, row) => all + (of(row) ?? 0), 0);
      const all = {
        invited: sum((row) => toldOf(row).invited),
        joined: sum(({ joined }) => joined),
        confirmed: sum(({ confirmed }) => confirmed),
        joined_where_confirmed: sum((row) => toldOf(row).joinedWhereConfirmed),
        came_of_joined: sum((row) => row.came_of_joined),
        came: said.length > 0 ? sum(({ came }) => came) : null,
        hours: said.length > 0 ? sum(({ hours }) => hours) : null,
      };
      return { year, events: events.length, said: said.length, ...toldOf(all) };
    }),
  });
}

/**
 * The number of people at the gates of events without an outcome, by event id. There are few such events, since those
 * with marks are settled within days. Lists of fewer than five are left out.
 */
async function checkedInAt({ db }: Context, rows: readonly Row[]): Promise<Map<string, number>> {
  const unsaid = rows.filter(({ came, joined }) => came === null && joined >= toldFrom).map(({ id }) => id);
  if (unsaid.length === 0) return new Map();
  const gates = db.selectFrom("gate_marks").where("event_id", "in", unsaid).select("event_id").distinct();
  const counts = new Map<string, number>();
  for (const { event_id } of await gates.execute()) {
    const { length } = await attendanceOf(db, event_id);
    if (length > 0) counts.set(event_id, length);
  }
  return counts;
}

type Counts = Pick<Row, "invited" | "joined" | "confirmed" | "came" | "came_of_joined" | "hours"> & {
  /** For a sum of events; for a single event it is the number of people who had joined, or zero. */
  joined_where_confirmed?: number;
};

const toldOf = (counts: Counts) => {
  const { invited, joined, confirmed, came, came_of_joined, hours } = counts;
  const isMany = joined >= toldFrom;
  const isSaid = isMany && came !== null;
  const whereConfirmed = counts.joined_where_confirmed ?? (confirmed > 0 ? joined : 0);
  return {
    invited: isMany && invited !== null && invited >= toldFrom ? invited : null,
    joined,
    confirmed: isMany ? confirmed : null,
    joinedWhereConfirmed: isMany ? whereConfirmed : null,
    cameOfJoined: isSaid ? came_of_joined : null,
    came: isSaid ? came : null,
    hours: isSaid ? hours : null,
  };
};

/**
 * The number of people on the list of one of the caller's events, and the range of how many will come. The prediction
 * is based on the latest past events, separately for confirmed people and others.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function getExpected(ctx: Context, eventId: string): Promise<Expected> {
  const event = await requireRight(ctx, eventId, rightFor.getExpected);
  const past = (await pastOf(ctx, event.organizer_id, true, figuresMax))
    .filter(({ id, joined }) => id !== event.id && joined >= toldFrom)
    .slice(0, knownMax);
  const { joined, confirmed } = await ctx.db
    .selectFrom(countsAt(event.id).as("counts"))
    .selectAll()
    .executeTakeFirstOrThrow();
  const known = past.map((row) => ({
    joined: row.joined,
    confirmed: row.confirmed,
    came: row.came_of_joined,
    cameOfConfirmed: row.came_of_confirmed,
  }));
  return shape(Expected, { joined, confirmed, events: past.length, range: rangeFor({ joined, confirmed }, known) });
}
