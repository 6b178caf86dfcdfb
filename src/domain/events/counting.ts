import type { Context } from "../context.ts";
import type { Page } from "../shapes.ts";
import { conditions } from "./filtering.ts";
import { countMax, foundMax } from "./rules.ts";
import type { EventFilter } from "./shapes.ts";

/**
 * How many events match a filter, up to 10,000, or a search, up to 1,000, and whether there are more. The database reads no
 * further: to count a million takes a tenth of a second, for each request, and to read so many that are found takes longer.
 */
export async function countEvents(
  { db, now }: Pick<Context, "db" | "now">,
  filter: Parameters<typeof conditions>[1] & Pick<EventFilter, "when">,
): Promise<Required<Pick<Page<never>, "total" | "isMore">>> {
  const most = filter.search === "" ? countMax : foundMax;
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
