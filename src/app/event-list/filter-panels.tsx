import type { ComponentProps, ReactNode } from "react";

import {
  type EventType,
  efforts,
  eventTypes,
  languageName,
  languages,
  weekAfter,
  weekendOf,
} from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { DayLink } from "./day-strip.tsx";
import { pageAddress } from "./list-filter.ts";
import { useReadersDay } from "../events/readers-day.ts";
import { typeIcons } from "../events/type-badge.tsx";

type PanelProps = {
  id: string;
  /** The button's words, after an icon and before a number, and its accessible name if the words are not enough. */
  label: string;
  icon?: ComponentProps<typeof Icon>["name"];
  count?: number;
  name: string;
  /** The title above a panel that covers a phone's screen. */
  title: string;
  /** The look of the panel's button. */
  look: "chosen" | "unknown" | "" | false | undefined;
  /** The words of the submit button. */
  show: string;
  children: ReactNode;
};

/**
 * A button in the row of filters and the part of the form that it opens. The panel is the platform's popover, which
 * works before and without script. It stays open while the list follows its choices.
 */
export function Panel({ id, label, icon, count = 0, name, title, look, show, children }: PanelProps) {
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={name} className={`chip ${look || ""}`}>
        {icon && <Icon name={icon} className="" />}
        <span>{label}</span>
        {count > 0 && <b>{count}</b>}
        <Icon name="chevron-down" className="" />
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={name}
        className="panel"
        // A text field gets focus at once, except on a phone, where the keyboard would cover the sheet.
        onToggle={({ newState, currentTarget }) =>
          newState === "open" &&
          matchMedia("(width >= 40rem)").matches &&
          currentTarget.querySelector<HTMLElement>("[type=text]")?.focus()
        }
      >
        <PanelHead id={id} title={title} />
        {children}
        <button type="submit" className="btn btn-primary">
          {show}
        </button>
      </div>
    </>
  );
}

/** The title of a panel that covers a phone's screen, and the button that closes it. */
export const PanelHead = ({ id, title }: { id: string; title: string }) => (
  <div className="panel-head">
    <h2>{title}</h2>
    <button type="button" popoverTarget={id} popoverTargetAction="hide" aria-label={say("close")}>
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
export const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset>
    <legend>{legend}</legend>
    <div className="picks">{children}</div>
  </fieldset>
);

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
    <Panel
      id="filter-types"
      label={label}
      name={`${legend}: ${label}`}
      title={say("upcoming.types.title")}
      look={first && "chosen"}
      show={show}
    >
      <Choices legend={legend}>
        {/* A single choice for all types, which also clears the others. */}
        <div className="all">
          <Link
            to={pageAddress({ ...filter, category: [] })}
            preventScrollReset
            aria-current={!first || undefined}
            className={first ? "clear" : "chip"}
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
  );
}

/** The less common filters: days beyond the strip, and good-to-know facts. */
export function MoreFilters({ filter, today: utc, show }: { filter: ListFilter; today: string; show: string }) {
  const { from, to, effort, children, stepFree, language } = filter;
  const today = useReadersDay(utc) ?? utc;
  // Chosen days are shown in the strip, so they do not count here.
  const count = [effort, children, stepFree, language].filter(Boolean).length;
  const days = [
    [say("upcoming.today"), { from: today, to: today }],
    [say("upcoming.weekend"), weekendOf(today)],
    [say("upcoming.next_week"), weekAfter(today)],
  ] as const;
  const more = say("upcoming.more");
  return (
    <Panel
      id="filter-more"
      label={more}
      icon="sliders-horizontal"
      count={count}
      name={count > 0 ? say("upcoming.more.chosen", { count }) : more}
      title={say("upcoming.more.title")}
      look={count > 0 && "chosen"}
      show={show}
    >
      <Choices legend={say("upcoming.when")}>
        {days.map(([name, some]) => (
          <DayLink key={name} {...some} filter={filter} className="chip">
            {name}
          </DayLink>
        ))}
        <div className="dates">
          <label>
            {say("upcoming.when.from")}
            <input type="date" name="from" defaultValue={from} className="input" />
          </label>
          <label>
            {say("upcoming.when.to")}
            <input type="date" name="to" defaultValue={to} className="input" />
          </label>
        </div>
      </Choices>
      <Choices legend={say("upcoming.effort")}>
        {(["", ...efforts] as const).map((one) => (
          <Choice key={one} type="radio" name="effort" value={one} isChosen={one === (effort ?? "")}>
            {one === "" ? say("upcoming.any") : say(`upcoming.effort.${one}`)}
          </Choice>
        ))}
      </Choices>
      <Choices legend={say("upcoming.good_for")}>
        <Choice type="checkbox" name="children" value="1" isChosen={children}>
          {say("upcoming.children")}
        </Choice>
        <Choice type="checkbox" name="stepFree" value="1" isChosen={stepFree}>
          {say("upcoming.step_free")}
        </Choice>
      </Choices>
      <label className="field">
        {say("upcoming.language")}
        <select name="language" defaultValue={language ?? ""} className="select">
          <option value="">{say("upcoming.language.any")}</option>
          {/* Browsers name some languages differently from the server. */}
          {languages.map((code) => (
            <option key={code} value={code} suppressHydrationWarning>
              {languageName(code)}
            </option>
          ))}
        </select>
      </label>
    </Panel>
  );
}
