import type { Context } from "../context.ts";
import type { Page } from "../shapes.ts";
import { locate } from "./area.ts";
import { type Asked, conditions, found, type Wanted } from "./filtering.ts";
import { countMax, foundMax } from "./rules.ts";

type Counted = Required<Pick<Page<never>, "total" | "isMore">>;

/**
 * Counts the events that match a filter, up to 10,000, and reports whether there are more. The limit is 1,000 if each
 * event has to be read. Counting a million would take a tenth of a second for each request, and reading them longer.
 */
export async function countEvents({ db, now }: Pick<Context, "db" | "now">, asked: Asked): Promise<Counted> {
  const filter = await locate({ db }, asked);
  const known = await countInOrder({ db, now }, filter);
  if (known) return known;
  const most = isInIndex(filter) ? countMax : foundMax;
  const some = db
    .selectFrom("events")
    .where((eb) => eb.and(conditions(eb, filter, now)))
    .select("id")
    .limit(most + 1);
  const { count } = await db
    .selectFrom(some.as("some"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return { total: Math.min(Number(count), most), isMore: Number(count) > most };
}

/** Tests whether an index has everything that a filter asks for: types, days and times. */
const isInIndex = ({ search = "", area, room, effort, children, stepFree, language, box }: Wanted): boolean =>
  search === "" && !area && !room && !effort && !children && !stepFree && !language && !box;
