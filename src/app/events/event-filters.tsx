import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

import { eventTypes, type EventType } from "#domain/events/rules.ts";
import { say } from "#messages/events.ts";
import { type Address, Link, useNavigate } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";

/** The filter in the list's address; `cursor` marks where its page begins. */
export type ListFilter = { search: string; category: "all" | EventType; cursor: string | undefined };

/** Longer words would find nothing, and the query refuses them. */
const searchMax = 100;

/** How long to wait for the next letter before asking, in milliseconds. */
const pause = 250;

/**
 * Reads the list's address, or its form, which has the same names; a value that is not one of ours counts as not
 * given, so that an old link still works.
 */
export function filterOf(query: { get(name: string): unknown }): ListFilter {
  const read = (name: string) => {
    const value = query.get(name);
    return typeof value === "string" ? value : "";
  };
  const category = eventTypes.find((type) => type === read("category")) ?? "all";
  const search = read("search").replaceAll("\0", "").trim().slice(0, searchMax).toWellFormed();
  return { search, category, cursor: read("cursor") || undefined };
}

/** The address of the list with a filter, from its beginning or from a cursor. */
export function pageAddress({ search, category }: Pick<ListFilter, "search" | "category">, cursor?: string): Address {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(category !== "all" && { category }),
    ...(cursor && { cursor }),
  });
  return query.size > 0 ? `/upcoming-events?${query.toString()}` : "/upcoming-events";
}

/**
 * Search box, kinds, and the ways to clear them: specification 2 'Upcoming Events'. A form that works without script;
 * with it, the list follows typing and choosing.
 */
export function EventFilters({ filter: { search, category } }: { filter: ListFilter }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The list that was asked for here and is not there yet. */
  const asked = useRef<Address>(undefined);

  const apply = (wait = 0) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      asked.current = pageAddress(filterOf(new FormData(form.current ?? undefined)));
      // The first change leaves the unfiltered list behind as a step of the history; further ones take its place.
      const replace = search !== "" || category !== "all";
      void navigate(asked.current, { replace, preventScrollReset: true });
    }, wait);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const { location: goingTo } = useNavigation();
  useEffect(() => {
    if (!goingTo || goingTo.pathname + goingTo.search === asked.current) return;
    asked.current = undefined;
    // Somebody who pressed a card is on the way to its event: the last letters are no longer searched for.
    if (goingTo.pathname === "/upcoming-events") return;
    clearTimeout(timer.current);
    timer.current = undefined;
  }, [goingTo]);

  // Typing and choosing before the page came to life count too. Later, going back or clearing by a link changes the
  // address, and leaves the typed text.
  const { key: visit } = useLocation();
  const shown = useRef<string>(undefined);
  const arrive = useEffectEvent(() => {
    const box = form.current?.elements.namedItem("search");
    const kinds = form.current?.elements.namedItem("category");
    if (!(box instanceof HTMLInputElement) || !(kinds instanceof HTMLSelectElement)) return;
    const first = shown.current === undefined;
    shown.current = visit;
    const differs = box.value.trim() !== search || kinds.value !== category;
    if (first && differs) return apply();
    // Letters typed while an answer is on its way are asked for next, and not taken back.
    if (timer.current === undefined && asked.current === undefined) {
      box.value = search;
      kinds.value = category;
    }
    if (asked.current === pageAddress({ search, category })) asked.current = undefined;
  });
  useEffect(() => {
    if (visit !== shown.current) arrive();
  }, [visit]);

  return (
    <form
      ref={form}
      role="search"
      action="/upcoming-events"
      className="flex flex-wrap items-center gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className="relative min-w-0 basis-full lg:flex-1 lg:basis-72">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-3.5 z-10 size-5 -translate-y-1/2 text-accent"
        />
        <input
          type="search"
          name="search"
          dir="auto"
          defaultValue={search}
          maxLength={searchMax}
          aria-label={say("upcoming.search")}
          placeholder={say("upcoming.search.placeholder")}
          enterKeyHint="search"
          className="input pr-12 pl-11 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
          onInput={() => apply(pause)}
        />
        {search && (
          <Link
            to={pageAddress({ search: "", category })}
            preventScrollReset
            aria-label={say("upcoming.search.clear")}
            // It goes with the words that it clears, which are gone at once: the next ones may be typed before the list is there.
            onClick={() => {
              const box = form.current?.querySelector<HTMLInputElement>("[name=search]");
              if (!box) return;
              box.value = "";
              box.focus();
            }}
            className="absolute top-0 right-0 z-10 grid size-12 place-items-center"
          >
            <Icon name="x" className="size-5" />
          </Link>
        )}
      </div>
      <select
        name="category"
        defaultValue={category}
        aria-label={say("upcoming.category")}
        className="select min-w-0 flex-1 basis-full sm:max-w-64 sm:basis-40"
        onChange={() => apply()}
      >
        <option value="all">{say("filter.all")}</option>
        {eventTypes.map((type) => (
          <option key={type} value={type}>
            {say(type === "food" ? "filter.food" : `event_type.${type}`)}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="btn btn-primary">
          {say("upcoming.search.submit")}
        </button>
      </noscript>
      <div className="-my-1 -ml-3 flex sm:m-0 sm:gap-3">
        <Link to={pageAddress({ search, category: "all" })} preventScrollReset className="btn btn-ghost px-3">
          {say("upcoming.filter.clear")}
        </Link>
        <Link to={pageAddress({ search: "", category: "all" })} preventScrollReset className="btn btn-ghost px-3">
          {say("upcoming.filter.clear_all")}
        </Link>
      </div>
    </form>
  );
}
