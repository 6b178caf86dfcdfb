import { say } from "#messages/all.ts";
import type { Page } from "../shapes.ts";
import type { Area } from "./area.ts";
import type { Wanted } from "./filtering.ts";
import type { ListFilter } from "./shapes.ts";
import { dateOf, dayOf, daysAfter, languageName, stripDays, weekAfter, weekendOf } from "./rules.ts";

/** What is asked for, as far as words need it. */
type Said = Omit<Wanted, "area"> & {
  area?: Pick<Area, "name" | "within"> | null;
  order?: ListFilter["order"] | undefined;
};

/**
 * What a filter asks for, in words that follow 'events': 'within 10 km of Porto this weekend, with room'; '' where it asks for nothing.
 * What is searched for is left out: it stands in its box.
 * @param today the day in UTC
 */
export function filterInWords(filter: Said, today: string): string {
  const { area, box, room, effort, children, stepFree, language, order } = filter;
  const around = area && say("filter.words.within", { km: area.within, town: area.name });
  const main = [typesInWords(filter), around, daysInWords(filter, today)].filter(Boolean).join(" ");
  return [
    main,
    box && say("filter.words.box"),
    room && say("filter.words.room"),
    effort && say(`filter.words.effort.${effort}`),
    children && say("filter.words.children"),
    stepFree && say("filter.words.step_free"),
    language && say("filter.words.language", { language: languageName(language) }),
    order === "distance" && say("filter.words.nearest"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** That it is of a part of the map, in words that follow all others; '' where it is not. */
export const boxInWords = ({ box }: Pick<Said, "box">, words: string): string =>
  box ? `${words && ","} ${say("filter.words.box")}` : "";

/** The same with what is searched for: 'that say “kayak” this weekend'. */
export function askedInWords(filter: Said, today: string): string {
  const { search } = filter;
  return [search && say("filter.words.search", { search }), filterInWords(filter, today)].filter(Boolean).join(" ");
}

type InWords = { title?: string; description: string };

/** What the list shows, for search engines and people who share it: a sentence, and a title where that is not every event. */
export function listInWords(
  filter: Said,
  { total, isMore }: Pick<Page<never>, "total" | "isMore">,
  today: string,
): InWords {
  const words = askedInWords(filter, today);
  if (!words) return { description: say("filter.list.all") };
  const description = say(isMore ? "filter.list.more" : "filter.list", { count: total, words });
  return { title: say("filter.list.title", { words }), description };
}

/** 'in Clean up Drive or Food Donation'; of more than two, their number. */
function typesInWords({ category = [] }: Said): string {
  const [one, other, ...more] = category.map((type) => say(type === "food" ? "filter.food" : `event_type.${type}`));
  if (!one) return "";
  if (more.length > 0) return say("filter.words.types", { count: category.length });
  return other ? say("filter.words.two_types", { one, other }) : say("filter.words.type", { type: one });
}

/** The days of a filter in words: 'this weekend', 'on Sat, Nov 28', with the year where it is another than this day's. */
function daysInWords({ from, to }: Said, today: string): string {
  const weekend = weekendOf(today);
  if (from === weekend.from && to === weekend.to && from !== to) return say("filter.words.weekend");
  const week = weekAfter(today);
  if (from === week.from && to === week.to) return say("filter.words.next_week");
  if (from && from === to) return say("filter.words.on", { day: dayInWords(from, today) });
  // Two dates without their weekdays take one line of a phone, and a year that they share is said once.
  if (from && to) return say("filter.words.between", { from: dateInWords(from, to), to: dateInWords(to, today) });
  if (from) return say("filter.words.from", { day: dayInWords(from, today) });
  return to ? say("filter.words.until", { day: dayInWords(to, today) }) : "";
}

/** 'Sat, Nov 28', with the year where it is another than today's. */
export const dayInWords = (day: string, today: string): string =>
  dateOf(new Date(`${day}T00:00Z`), "UTC").replace(day.startsWith(today.slice(0, 4)) ? /, \d+$/ : "", "");

/** Days that were chosen, and what the link is called that lets go of them. */
export type ChosenDates = { name: string; label: string };

/**
 * Days that are asked for and have no place of their own among those that one chooses from, which are a weekend, one day, and all that come later:
 * 'Jan 1 – 31, 2031', with the year where it is another than this day's. Null for those that have one, and for none. Around the world it is the day
 * before or after, too.
 * @param today the day in UTC
 */
export function datesInWords({ from, to }: Pick<Said, "from" | "to">, today: string): ChosenDates | null {
  const hasPlace = [-1, 0, 1].some((away) => {
    const day = daysAfter(today, away);
    const [weekend, later] = [weekendOf(day), daysAfter(day, stripDays)];
    return (
      (from === weekend.from && to === weekend.to) ||
      (from === later && !to) ||
      (from !== undefined && from === to && day <= from && from < later)
    );
  });
  if (hasPlace) return null;
  const name =
    from && to
      ? span(from, to, today)
      : from
        ? say("filter.dates.from", { day: dateInWords(from, today) })
        : to && say("filter.dates.until", { day: dateInWords(to, today) });
  return name ? { name, label: say("filter.dates.clear", { dates: name }) } : null;
}

/** 'Jan 1, 2031' */
const dateInWords = (day: string, today: string) => dayInWords(day, today).replace(/^\w+, /, "");

/** Two days, with what they share said once. */
function span(from: string, to: string, today: string): string {
  if (from === to) return dateInWords(from, today);
  const [first, last] = [from, to].map((day) => dayOf(new Date(`${day}T00:00Z`), "UTC"));
  const isOneYear = first?.["year"] === last?.["year"];
  const isOneMonth = isOneYear && first?.["month"] === last?.["month"];
  const begin = `${first?.["month"]} ${first?.["day"]}${isOneYear ? "" : `, ${first?.["year"]}`}`;
  const end = `${isOneMonth ? "" : `${last?.["month"]} `}${last?.["day"]}`;
  const isThisYear = isOneYear && to.startsWith(today.slice(0, 4));
  return say("filter.dates", { from: begin, to: isThisYear ? end : `${end}, ${last?.["year"]}` });
}
