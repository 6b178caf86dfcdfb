import type { Member } from "#domain/members/shapes.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import { becomeRegular } from "#domain/regulars/commands.ts";
import type { Make } from "./make.ts";
import { datesOfSeries } from "./series.ts";

/** The people registered for each date of a series, in the order of their arrival, each as 'Name' or 'Name waits'. */
export async function listsOf({ db }: Make, seriesId: string): Promise<string[][]> {
  const rows = await db
    .selectFrom("events")
    .leftJoin("registrations", "registrations.event_id", "events.id")
    .leftJoin("members", "members.id", "registrations.member_id")
    .where("series_id", "=", seriesId)
    .select(["events.id", "status", "members.name as member", "registrations.name as person"])
    .orderBy("event_date")
    .orderBy("status")
    .orderBy("registrations.seq")
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((date) =>
    date.flatMap(({ member, person, status }) => {
      const name = member ?? person;
      return name === null ? [] : [status === "waitlisted" ? `${name} waits` : name];
    }),
  );
}

/** Makes a member who joins the first two dates of a series and becomes a regular of it. */
export async function makeRegular(make: Make, seriesId: string, now: Date, member?: Member): Promise<Member> {
  const who = member ?? (await make.member());
  const [first, second] = await datesOfSeries(make, seriesId);
  for (const date of [first, second]) await joinEvent(make.context(who, now), { eventId: date?.id ?? "" });
  await becomeRegular(make.context(who, now), seriesId);
  return who;
}
