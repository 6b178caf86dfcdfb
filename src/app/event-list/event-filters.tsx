import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

import { searchMax } from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/events.ts";
import { type Address, Link, useNavigate } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { useStill } from "../ui/still.tsx";
import { MoreFilters, TypeFilter } from "./filter-panels.tsx";
import { addressOf, changedIn, listAt, pageAddress } from "./list-filter.ts";
import { NearFilter } from "./near-filter.tsx";
import { useReadersDay } from "../events/readers-day.ts";

import "./filters.css";

/** How long to wait for the next letter before asking, in milliseconds. */
const pause = 250;

/** A place that was chosen, and what stood in the field for it: its name alone may be that of another. */
type ChosenPlace = { text: unknown; near: string };

/** The list's address as its form has it, with a place that was chosen as long as the field says the same. */
function addressIn(form: HTMLFormElement | null, place?: ChosenPlace): Address {
  const data = new FormData(form!);
  if (data.get("near") === place?.text) data.set("near", place.near);
  return addressOf(data);
}

type EventFiltersProps = {
  filter: ListFilter;
  /** Whether another list was asked for that did not come. */
  isFailed: boolean;
  /** The one that was found for what is near. */
  town: string | undefined;
  /** The day in UTC. */
  today: string;
  /** How many events it finds, or null for very many. */
  count: number | null;
  /** Stands beside the search box, and from a desk on at the row's end. */
  children: ReactNode;
};

/**
 * Search box and one row of filters: specification 2 'Upcoming Events'. A form that works without script; with it, the list follows
 * typing and choosing.
 */
export function EventFilters({ filter, isFailed, town, today, count, children }: EventFiltersProps) {
  const { search } = filter;
  const still = useStill();
  // Without script the number is not that of what is being chosen.
  const show = useReadersDay(today) && count !== null ? say("upcoming.apply.count", { count }) : say("upcoming.apply");
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The list that was asked for here and is not there yet. */
  const asked = useRef<Address>(undefined);
  /** What the form said when it asked for that. */
  const said = useRef<Address>(undefined);
  /** The place that was chosen since the list was there. */
  const place = useRef<ChosenPlace>(undefined);
  /** The field that was typed in since the form was last read. */
  const typing = useRef<HTMLInputElement>(undefined);
  const { location: goingTo } = useNavigation();
  const { key: visit } = useLocation();
  const shown = useRef<string>(undefined);

  // What is asked for is asked of the list that comes, not of the one that is still there: pressed quickly, a day and room are both chosen.
  const go = (before: Address, after: Address, replace = false) => {
    const coming = goingTo?.pathname === "/upcoming-events" ? goingTo : location;
    asked.current = changedIn(asked.current ?? listAt(coming.search), before, after);
    void navigate(asked.current, { replace, preventScrollReset: true });
  };
  const apply = (wait = 0, near?: string) => {
    if (near) place.current = { text: new FormData(form.current!).get("near"), near };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = typing.current = undefined;
      const before = said.current ?? pageAddress(filter);
      said.current = addressIn(form.current, place.current);
      // The first change leaves the unfiltered list behind as a step of the history; further ones take its place. The address knows before this
      // is drawn again which of them it is.
      const there = new URLSearchParams(location.search);
      for (const day of ["from", "to"]) there.delete(day);
      go(before, said.current, addressOf(there) !== pageAddress({}));
    }, wait);
  };
  const press = useEffectEvent((event: MouseEvent) => {
    const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>(".tools a");
    if (!link || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    said.current = undefined;
    go(pageAddress(filter), listAt(link.search));
  });
  // Somebody who pressed a card or goes back is on the way elsewhere: the last letters are no longer searched for. The router
  // tells of it in its own time, which may be later than ours is up.
  useEffect(() => {
    const stop = () => {
      clearTimeout(timer.current);
      timer.current = typing.current = undefined;
    };
    const followed = ({ target, defaultPrevented }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const link = target.closest("a");
      if (!link || !defaultPrevented) return;
      // The list of a followed link decides what the fields show, whatever was typed before.
      typing.current = undefined;
      if (link.pathname !== location.pathname) stop();
    };
    document.addEventListener("click", press, true);
    document.addEventListener("click", followed);
    addEventListener("popstate", stop);
    return () => {
      stop();
      document.removeEventListener("click", press, true);
      document.removeEventListener("click", followed);
      removeEventListener("popstate", stop);
    };
  }, []);
  useEffect(() => {
    // Going elsewhere, or nowhere as the network failed.
    if (goingTo ? goingTo.pathname + goingTo.search !== asked.current : visit === shown.current) {
      asked.current = said.current = undefined;
    }
  }, [goingTo, visit]);

  // Typing and choosing before the page came to life count too. Later, going back or clearing by a link changes the
  // address, and leaves the typed text.
  const arrive = useEffectEvent(() => {
    const first = shown.current === undefined;
    shown.current = visit;
    if (first && addressIn(form.current) !== pageAddress(filter)) return apply();
    // A phone's row begins with what is chosen.
    if (!first) form.current?.querySelector(".chips")?.scrollTo(0, 0);
    // The list that was asked for has not come: what was typed and chosen for it stays, to be changed from.
    if (isFailed) {
      asked.current = undefined;
      return;
    }
    // Letters typed while an answer is on its way are asked for next, and not taken back. Those of a town are asked for later still, when its
    // field is left.
    const [field, text = ""] = [typing.current, typing.current?.value];
    if (timer.current === undefined && said.current === undefined) form.current?.reset();
    if (field) field.value = text;
    asked.current = said.current = place.current = undefined;
  });
  useEffect(() => {
    if (visit !== shown.current) arrive();
  }, [visit]);

  const chips = { filter, town, today, show };
  return (
    <form
      ref={form}
      role="search"
      action="/upcoming-events"
      className="filters"
      // On its way down, as a town's field lets nothing up.
      onInputCapture={({ target }) => void (typing.current = target as HTMLInputElement)}
      onChange={({ target }) => apply("type" in target && isTyped(target.type) ? pause : 0)}
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>(":popover-open")?.hidePopover();
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
      {/* Chosen on the map, it stays when words are sent. */}
      {filter.box && <input type="hidden" name="box" value={filter.box} />}
      <div className="chips" {...still(Chips, chips, <Chips {...chips} onNear={(near) => apply(0, near)} />)} />
      {children}
    </form>
  );
}

type ChipsProps = Omit<EventFiltersProps, "isFailed" | "count" | "children"> & {
  show: string;
  onNear?: (near: string) => void;
};

/** The row of filters. */
function Chips({ filter, town, today, show, onNear }: ChipsProps) {
  const { room } = filter;
  return (
    <>
      <NearFilter filter={filter} town={town} show={show} onPoint={(near) => onNear?.(near)} />
      <TypeFilter filter={filter} show={show} />
      <Link
        to={pageAddress({ ...filter, room: !room })}
        preventScrollReset
        aria-current={room || undefined}
        className={`chip ${room ? "chosen" : ""}`}
      >
        {room && <Icon name="check" className="" />}
        {say("upcoming.room")}
      </Link>
      {/* A link, which stays when words are sent. */}
      {room && <input type="hidden" name="room" value="1" />}
      <MoreFilters filter={filter} today={today} show={show} />
    </>
  );
}

/** The way to clear what the list is narrowed by, beside the words that say it: where that is nothing but types, to clear them and to clear all is the same. */
export function ClearFilters({ filter }: { filter: ListFilter }) {
  const hasMore = pageAddress({ ...filter, category: [] }) !== pageAddress({});
  return hasMore || filter.category.length > 0 ? (
    <>
      {"\u00a0· "}
      <Link
        to={pageAddress({})}
        preventScrollReset
        // It goes with what it clears; focus goes to the first panel's button, where no keyboard opens for it.
        onClick={() => document.querySelector<HTMLElement>(".chips [popovertarget]")?.focus()}
        className="clear"
      >
        {say(hasMore ? "upcoming.filter.clear_all" : "upcoming.filter.clear")}
      </Link>
    </>
  ) : null;
}

/** Whether a field is filled letter by letter. */
const isTyped = (type: unknown) => type === "search" || type === "text" || type === "date";
