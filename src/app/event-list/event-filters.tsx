import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

import type { DayWithEvents } from "#domain/events/days.ts";
import { searchMax, weekendOf } from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";
import { type Address, Link, useNavigate } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { useStill } from "../ui/still.tsx";
import { DayLink } from "./day-strip.tsx";
import { ClearFilters } from "./clear-filters.tsx";
import { MoreFilters, TypeFilter } from "./filter-panels.tsx";
import { addressOf, changedIn, listAt, pageAddress } from "./list-filter.ts";
import { NearChip, NearFields, useNearSearch } from "./near-filter.tsx";
import { useReadersDay } from "../events/readers-day.ts";

import "./chips.css";
import "./search-box.css";

/** The wait for the next letter before loading, in milliseconds. */
const pause = 250;

/** A chosen place and the text in its field: another place may have the same name. */
type ChosenPlace = { text: unknown; near: string };

/** The list's address from its form. A chosen place counts while its field still has the same text. */
function addressIn(form: HTMLFormElement | null, place?: ChosenPlace): Address {
  const data = new FormData(form!);
  if (data.get("near") === place?.text) data.set("near", place.near);
  return addressOf(data);
}

type EventFiltersProps = {
  filter: ListFilter;
  /** True if a requested list failed to load. */
  isFailed: boolean;
  /** The town found for `near`. */
  town: string | undefined;
  /** Today in UTC. */
  today: string;
  /** The days of the next two weeks with events. */
  days: DayWithEvents[];
  /** The number of matching events, or null for very many. */
  count: number | null;
  /** The switch to the map: beside the title, and from a desktop on at the end of the row. */
  children: ReactNode;
};

/**
 * Search box and one row of filters: specification 2 'Upcoming Events'. The form works without script; with script, the
 * list follows typing and choosing.
 */
export function EventFilters({ filter, isFailed, town, today, days, count, children }: EventFiltersProps) {
  const { search } = filter;
  const still = useStill();
  // Without script the number would not match what is being chosen.
  const show = useReadersDay(today) && count !== null ? say("upcoming.apply.count", { count }) : say("upcoming.apply");
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The list that was requested here and has not arrived yet. */
  const asked = useRef<Address>(undefined);
  /** The form's contents at the time of that request. */
  const said = useRef<Address>(undefined);
  /** The place chosen since the list arrived. */
  const place = useRef<ChosenPlace>(undefined);
  /** The field that was typed in since the form was last read. */
  const typing = useRef<HTMLInputElement>(undefined);
  const { location: goingTo } = useNavigation();
  const { key: visit } = useLocation();
  const shown = useRef<string>(undefined);

  // A change applies to the requested list, not to the one still shown: after two quick presses, a day and 'has room'
  // are both chosen.
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
      // The first change adds a step to the history, so that the reader can go back to the unfiltered list; further
      // changes replace that step. The address shows which it is before the next render does.
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
  // A reader who presses a card or goes back is leaving, so pending letters are no longer searched for. The router
  // reports it later, possibly after our timer.
  useEffect(() => {
    const stop = () => {
      clearTimeout(timer.current);
      timer.current = typing.current = undefined;
    };
    const followed = ({ target, defaultPrevented }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const link = target.closest("a");
      if (!link || !defaultPrevented) return;
      // After a followed link, the fields show the link's values, regardless of the text typed before.
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
    // The reader leaves this list, or the network failed and they stay.
    if (goingTo ? goingTo.pathname + goingTo.search !== asked.current : visit === shown.current) {
      asked.current = said.current = undefined;
    }
  }, [goingTo, visit]);

  // Typing and choosing before hydration count too. Going back or clearing by a link later changes the address, but not
  // the typed text.
  const arrive = useEffectEvent(() => {
    const first = shown.current === undefined;
    shown.current = visit;
    if (first && addressIn(form.current) !== pageAddress(filter)) return apply();
    // The requested list has not arrived: the typed and chosen values stay, to be changed.
    if (isFailed) {
      asked.current = undefined;
      return;
    }
    // Letters typed while an answer is on its way are requested next, and not reset. A town's letters wait until its
    // field is left.
    const [field, text = ""] = [typing.current, typing.current?.value];
    if (timer.current === undefined && said.current === undefined) form.current?.reset();
    if (field) field.value = text;
    asked.current = said.current = place.current = undefined;
  });
  useEffect(() => {
    if (visit !== shown.current) arrive();
  }, [visit]);

  const chips = { filter, town, today, days, show };
  return (
    <form
      ref={form}
      role="search"
      action="/upcoming-events"
      className="grid grid-cols-[minmax(0,1fr)] gap-x-2 gap-y-1 sm:max-lg:grid-cols-[minmax(0,1fr)_auto] sm:max-lg:gap-y-2 lg:flex"
      // Listens in the capture phase, because the town's field stops its events from bubbling.
      onInputCapture={({ target }) => void (typing.current = target as HTMLInputElement)}
      onChange={({ target }) => apply("type" in target && isTyped(target.type) ? pause : 0)}
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>(":popover-open")?.hidePopover();
        apply();
      }}
    >
      <div className="search-box relative flex h-11 items-center sm:flex-[1_1_16rem]">
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
            // The link disappears with the words. The box is emptied at once, so that the next words can be typed
            // before the list arrives.
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
        <FiltersButton filter={filter} />
      </div>
      {/* A part chosen on the map stays when words are submitted. */}
      {filter.box && <input type="hidden" name="box" value={filter.box} />}
      {filter.community && <input type="hidden" name="community" value={filter.community} />}
      <div className="relative flex gap-2 sm:max-lg:col-span-2 sm:max-lg:row-start-2">
        <div
          className="chips flex min-w-0 gap-1.5 max-sm:flex-1"
          {...still(Chips, chips, <Chips {...chips} onNear={(near) => apply(0, near)} />)}
        />
        <ClearFilters filter={filter} />
      </div>
      {children}
    </form>
  );
}

type ChipsProps = Omit<EventFiltersProps, "isFailed" | "count" | "children"> & {
  show: string;
  onNear?: (near: string) => void;
};

/** Opens the sheet of filters, and shows how many are set. */
function FiltersButton({ filter }: { filter: ListFilter }) {
  const { near, category, room, from, to, effort, children, stepFree, language } = filter;
  const count = [near, category.length > 0, room, from ?? to, effort, children, stepFree, language].filter(
    Boolean,
  ).length;
  return (
    <button
      type="button"
      popoverTarget="filters"
      aria-label={count > 0 ? say("upcoming.filters.chosen", { count }) : say("upcoming.filters")}
      className="set"
    >
      <Icon name="sliders-horizontal" className="" />
      {count > 0 && <b>{count}</b>}
    </button>
  );
}

/** The four filters that readers want most, and the sheet with the rest. */
function Chips({ filter, town, today, days, show, onNear }: ChipsProps) {
  const { room } = filter;
  const search = useNearSearch((near) => onNear?.(near));
  const weekend = weekendOf(useReadersDay(today) ?? today);
  return (
    <>
      <NearChip filter={filter} town={town} search={search} />
      <DayLink {...weekend} filter={filter} className="chip">
        {say("upcoming.weekend")}
      </DayLink>
      <Link
        to={pageAddress({ ...filter, room: !room })}
        preventScrollReset
        aria-current={room || undefined}
        className={`chip ${room ? "chosen" : ""}`}
      >
        {say("upcoming.room")}
      </Link>
      <TypeFilter filter={filter} show={show} />
      {/* 'Has room' is a link; this keeps it when words are submitted. */}
      {room && <input type="hidden" name="room" value="1" />}
      <MoreFilters filter={filter} days={days} today={today} show={show}>
        <NearFields filter={filter} search={search} />
      </MoreFilters>
    </>
  );
}

/** True if a field is filled letter by letter. */
const isTyped = (type: unknown) => type === "search" || type === "text" || type === "date";
