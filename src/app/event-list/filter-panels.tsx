import type { ReactNode } from "react";

import type { DayWithEvents } from "#domain/events/days.ts";
import {
  daysAfter,
  type EventType,
  efforts,
  eventTypes,
  languageName,
  languages,
  stripDays,
  weekAfter,
  weekendOf,
} from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { DayLink, DayStrip } from "./day-strip.tsx";
import { isNarrowed, pageAddress } from "./list-filter.ts";
import { useReadersDay } from "../events/readers-day.ts";
import { typeIcons } from "../events/type-badge.tsx";

import "./panel.css";

type PanelProps = {
  id: string;
  /** The accessible name. */
  name: string;
  /** The title above a panel that covers a phone's screen. */
  title: string;
  /** The words of the submit button. */
  show: string;
  /** The link beside it that clears what is set. */
  clear?: ReactNode;
  children: ReactNode;
};

/**
 * A part of the form that a button with its id as `popoverTarget` opens. It is the platform's popover, which works
 * before and without script. It stays open while the list follows its choices.
 */
export const Panel = ({ id, name, title, show, clear, children }: PanelProps) => (
  <div id={id} popover="auto" role="group" aria-label={name} className="panel">
    <PanelHead id={id} title={title} />
    {children}
    <div className="flex gap-2">
      {clear}
      <button type="submit" className="btn btn-primary flex-1">
        {show}
      </button>
    </div>
  </div>
);

/** The title of a panel that covers a phone's screen, and the button that closes it. */
export const PanelHead = ({ id, title }: { id: string; title: string }) => (
  <div className="-mt-3 -mr-3 -mb-3 flex items-center justify-between sm:hidden">
    <h2 className="text-xl">{title}</h2>
    <button
      type="button"
      popoverTarget={id}
      popoverTargetAction="hide"
      aria-label={say("close")}
      className="grid size-11 cursor-pointer place-items-center"
    >
      <Icon name="x" />
    </button>
  </div>
);

type ChoiceProps = {
  type: "radio" | "checkbox";
  name: string;
  value: string;
  isChosen: boolean;
  /** The event type of the choice: its icon is always shown, and its hue when chosen. */
  hue?: EventType;
  children: ReactNode;
};

/** An answer among several, as wide as its words. */
export const Choice = ({ type, name, value, isChosen, hue, children }: ChoiceProps) => (
  <label data-hue={hue} className="chip pick">
    <input type={type} name={name} value={value} defaultChecked={isChosen} />
    {children}
  </label>
);

/** A group of answers, with its legend. */
export const Choices = ({ legend, className = "", children }: ChoicesProps) => (
  <fieldset className="min-w-0">
    <legend className={`font-semibold ${className}`}>{legend}</legend>
    <div className={`${picks} mt-1`}>{children}</div>
  </fieldset>
);

type ChoicesProps = { legend: string; className?: string; children: ReactNode };

const picks = "flex flex-wrap items-end gap-x-2 gap-y-1";
const pair = "grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2";
/** The look of a field with its label above it. */
export const labelled = "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 font-semibold";

const nameOf = (type: ListFilter["category"][number]) => say(type === "food" ? "filter.food" : `event_type.${type}`);

/** The event types; several can be chosen. */
export function TypeFilter({ filter, show }: { filter: ListFilter; show: string }) {
  const chosen = filter.category;
  const [first] = chosen;
  const label = !first
    ? say("filter.all")
    : chosen.length > 1
      ? say("upcoming.types", { count: chosen.length })
      : nameOf(first);
  const legend = say("upcoming.category");
  return (
    <>
      <button
        type="button"
        popoverTarget="filter-types"
        aria-label={`${legend}: ${label}`}
        className={`chip ${first ? "chosen" : ""}`}
      >
        <span>{first ? label : say("upcoming.type")}</span>
        <Icon name="chevron-down" className="" />
      </button>
      <Panel id="filter-types" name={`${legend}: ${label}`} title={say("upcoming.types.title")} show={show}>
        {/* On a phone the panel's title says the same. */}
        <Choices legend={legend} className="max-sm:sr-only">
          {/* A single choice for all types, which also clears the others. */}
          <div className="flex h-11 basis-full items-center text-[0.9375rem]">
            <Link
              to={pageAddress({ ...filter, category: [] })}
              preventScrollReset
              aria-current={!first || undefined}
              className={first ? "btn btn-ghost px-2" : "chip"}
            >
              {say(first ? "upcoming.filter.clear" : "filter.all")}
            </Link>
          </div>
          {eventTypes.map((type) => (
            <Choice key={type} type="checkbox" name="category" value={type} isChosen={chosen.includes(type)} hue={type}>
              <Icon name="check" className="" />
              <Icon name={typeIcons[type]} className="" />
              {nameOf(type)}
            </Choice>
          ))}
        </Choices>
      </Panel>
    </>
  );
}

type MoreFiltersProps = {
  filter: ListFilter;
  /** The days of the next two weeks with events. */
  days: DayWithEvents[];
  /** Today in UTC. */
  today: string;
  show: string;
  /** The fields about the place. */
  children: ReactNode;
};

/** The sheet with the days, the place and the good-to-know facts. */
export function MoreFilters({ filter, days, today: utc, show, children: where }: MoreFiltersProps) {
  const { from, to, effort, children, stepFree, language } = filter;
  const today = useReadersDay(utc) ?? utc;
  return (
    <Panel
      id="filters"
      name={say("upcoming.filters")}
      title={say("upcoming.filters")}
      show={show}
      clear={
        isNarrowed(filter) && (
          <Link to={pageAddress({})} preventScrollReset className="btn btn-ghost">
            {say("upcoming.filter.clear_all")}
          </Link>
        )
      }
    >
      <DayStrip days={days} today={utc} filter={filter} />
      <div className={picks}>
        <DayLink {...weekAfter(today)} filter={filter} className="chip">
          {say("upcoming.next_week")}
        </DayLink>
        <DayLink from={daysAfter(today, stripDays)} to={undefined} filter={filter} className="chip">
          {say("upcoming.later")}
        </DayLink>
        <details className="open:flex-[1_0_100%]" open={!isOffered(filter, today)}>
          <summary className="chip">{say("upcoming.dates")}</summary>
          <div className={`${pair} mt-1 text-sm`}>
            <label className={labelled}>
              {say("upcoming.when.from")}
              <input type="date" name="from" defaultValue={from} className="input w-full font-normal" />
            </label>
            <label className={labelled}>
              {say("upcoming.when.to")}
              <input type="date" name="to" defaultValue={to} className="input w-full font-normal" />
            </label>
          </div>
        </details>
      </div>
      {where}
      <div className={pair}>
        <label className={labelled}>
          {say("upcoming.language")}
          <select name="language" defaultValue={language ?? ""} className="select w-full font-normal">
            <option value="">{say("upcoming.language.any")}</option>
            {/* Browsers name some languages differently from the server. */}
            {languages.map((code) => (
              <option key={code} value={code} suppressHydrationWarning>
                {languageName(code)}
              </option>
            ))}
          </select>
        </label>
        <label className={labelled}>
          {say("upcoming.effort")}
          <select name="effort" defaultValue={effort ?? ""} className="select w-full font-normal">
            <option value="">{say("upcoming.any")}</option>
            {efforts.map((one) => (
              <option key={one} value={one}>
                {say(`upcoming.effort.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className={picks}>
        <Choice type="checkbox" name="children" value="1" isChosen={children}>
          {say("upcoming.children")}
        </Choice>
        <Choice type="checkbox" name="stepFree" value="1" isChosen={stepFree}>
          {say("upcoming.step_free")}
        </Choice>
      </div>
    </Panel>
  );
}

/** True for no days, and for those that a link offers; others need their two fields. */
function isOffered({ from, to }: ListFilter, today: string): boolean {
  const offered = [{ from: undefined, to: undefined }, weekAfter(today), weekendOf(today)];
  const after = daysAfter(today, stripDays);
  if (offered.some((days) => days.from === from && days.to === to) || (from === after && !to)) return true;
  return from !== undefined && from === to && today <= from && from < after;
}
