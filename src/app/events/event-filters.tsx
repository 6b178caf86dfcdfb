import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

import { eventTypes } from "#domain/events/rules.ts";
import { say } from "#messages/events.ts";
import { type Address, Link, useNavigate } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { filterOf, type ListFilter, noFilter, pageAddress, searchMax } from "./list-filter.ts";

/** How long to wait for the next letter before asking, in milliseconds. */
const pause = 250;

/**
 * Search box, kinds, and the ways to clear them: specification 2 'Upcoming Events'. A form that works without script;
 * with it, the list follows typing and choosing.
 */
export function EventFilters({ filter }: { filter: ListFilter }) {
  const { search, category, from, to } = filter;
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
  // Somebody who pressed a card or goes back is on the way elsewhere: the last letters are no longer searched for. The router
  // tells of it in its own time, which may be later than ours is up.
  useEffect(() => {
    const stop = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    const followed = ({ target, defaultPrevented }: MouseEvent) => {
      const link = target instanceof Element && target.closest("a");
      if (link && defaultPrevented && link.pathname !== location.pathname) stop();
    };
    document.addEventListener("click", followed);
    addEventListener("popstate", stop);
    return () => {
      stop();
      document.removeEventListener("click", followed);
      removeEventListener("popstate", stop);
    };
  }, []);
  const { location: goingTo } = useNavigation();
  useEffect(() => {
    if (goingTo && goingTo.pathname + goingTo.search !== asked.current) asked.current = undefined;
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
    if (asked.current === pageAddress(filter)) asked.current = undefined;
  });
  useEffect(() => {
    if (visit !== shown.current) arrive();
  }, [visit]);

  // A link that clears goes with what it clears; focus goes to the kinds, where no keyboard opens for it.
  const keepFocus = () => form.current?.querySelector("select")?.focus();

  return (
    <form
      ref={form}
      role="search"
      action="/upcoming-events"
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className="search-box">
        <button type="submit" aria-label={say("upcoming.search.submit")}>
          <Icon name="search" className="" />
        </button>
        <input
          type="search"
          name="search"
          dir="auto"
          defaultValue={search}
          maxLength={searchMax}
          aria-label={say("upcoming.search")}
          placeholder={say("upcoming.search.placeholder")}
          enterKeyHint="search"
          onInput={() => apply(pause)}
        />
        {search && (
          <Link
            to={pageAddress({ ...filter, search: "" })}
            preventScrollReset
            aria-label={say("upcoming.search.clear")}
            // It goes with the words that it clears, which are gone at once: the next ones may be typed before the list is there.
            onClick={() => {
              const box = form.current?.querySelector<HTMLInputElement>("[name=search]");
              if (!box) return;
              box.value = "";
              box.focus();
            }}
          >
            <Icon name="x" className="" />
          </Link>
        )}
      </div>
      <div className="chips">
        <span className={`kinds ${category === "all" ? "" : "chosen"}`}>
          <select
            name="category"
            defaultValue={category}
            aria-label={say("upcoming.category")}
            onChange={() => apply()}
          >
            <option value="all">{say("filter.all")}</option>
            {eventTypes.map((type) => (
              <option key={type} value={type}>
                {say(type === "food" ? "filter.food" : `event_type.${type}`)}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" className="" />
        </span>
        {category !== "all" && (
          <Link
            to={pageAddress({ ...filter, category: "all" })}
            preventScrollReset
            onClick={keepFocus}
            className="clear"
          >
            {say("upcoming.filter.clear")}
          </Link>
        )}
        {/* With nothing but a type, both would do the same. */}
        {(search || from || to) && (
          <Link to={pageAddress(noFilter)} preventScrollReset onClick={keepFocus} className="clear">
            {say("upcoming.filter.clear_all")}
          </Link>
        )}
      </div>
      {/* The days are chosen by links, and stay when words are sent. */}
      {from && <input type="hidden" name="from" value={from} />}
      {to && <input type="hidden" name="to" value={to} />}
    </form>
  );
}
