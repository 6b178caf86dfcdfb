import { useId, useState } from "react";
import { hoursStep, isOfDays } from "#domain/outcomes/rules.ts";
import type { Outcome, OutcomePerson } from "#domain/outcomes/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { focusOnce } from "../ui/focus.ts";
import { Fold } from "../ui/fold.tsx";
import { Icon } from "../ui/icon.tsx";
import { type Doubt, doubtAbout, doubtAboutAll } from "./doubt.ts";
import { HoursField } from "./hours-field.tsx";
import { countsOf, everybodyIn, type Said } from "./said.ts";

/** The number of people with hours of their own shown at once. */
const shownMax = 6;

type HoursEachProps = { outcome: Outcome; said: Said; onChange: (change: Partial<Said>) => void };

/** The hours that everyone was there, and the people with more or fewer. */
export function HoursEach({ outcome, said, onChange }: HoursEachProps) {
  const id = useId();
  const { event, hoursMax: max, timesHours } = outcome;
  const there = new Set(said.came);
  const came = everybodyIn(outcome, said).filter(({ _id }) => there.has(_id));
  const own = came.filter(({ _id }) => said.hoursOf[_id] !== undefined);
  const set = (_id: string, hours: number) => onChange({ hoursOf: { ...said.hoursOf, [_id]: hours } });
  const asAll = (_id: string) => {
    const { [_id]: _gone, ...hoursOf } = said.hoursOf;
    onChange({ hoursOf });
  };
  const checkedIn = came.flatMap(({ _id, checkedInHours: hours }) =>
    hours === null || hours === said.hours ? [] : [[_id, hours] as const],
  );
  const namesakes = guestsOfOneName(everybodyIn(outcome, said));
  const fullNameOf = (person: OutcomePerson) =>
    namesakes.has(person._id) ? `${nameOf(person)} ${say("after.with", { name: person.of ?? "" })}` : nameOf(person);
  const all = "all";
  const doubts = useDoubts();
  const rows = own.map((person) => (
    <li key={person._id}>
      <span className="name">
        <bdi>{nameOf(person)}</bdi>
        {namesakes.has(person._id) && (
          <span className="quiet font-normal"> {say("after.with", { name: person.of ?? "" })}</span>
        )}
      </span>
      <HoursField
        label={say("after.hours.of", { name: fullNameOf(person) })}
        value={said.hoursOf[person._id] ?? said.hours}
        max={max}
        onChange={(hours) => {
          doubts.touch(person._id);
          set(person._id, hours);
        }}
      />
      <button
        type="button"
        className="btn btn-circle btn-ghost"
        aria-label={say("after.hours.as_all", { name: fullNameOf(person) })}
        onClick={() => asAll(person._id)}
      >
        <Icon name="undo-2" className="size-5" />
      </button>
      <HoursDoubt
        doubt={doubts.isOpen(person._id) ? doubtAbout(outcome, person, said.hoursOf[person._id] ?? said.hours) : null}
        onRight={() => doubts.settle(person._id)}
        onChange={(hours) => set(person._id, hours)}
      />
    </li>
  ));
  return (
    <section aria-labelledby={`${id}-title`} className="sheet flex flex-col gap-3 p-4.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={`${id}-title`} className="text-part">
          {say("after.hours")}
        </h2>
        <HoursField
          label={say("after.hours")}
          value={said.hours}
          max={max}
          onChange={(hours) => {
            doubts.touch(all);
            onChange({ hours });
          }}
        />
      </div>
      <HoursDoubt
        isOfAll
        doubt={doubts.isOpen(all) ? doubtAboutAll(outcome, came, said) : null}
        onRight={() => doubts.settle(all)}
        onChange={(hours) => onChange({ hours })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="quiet">
          {own.length > 0
            ? say("after.hours.others")
            : said.hours === timesHours && say(isOfDays(spanOf(event)) ? "after.hours.days" : "after.hours.times")}
        </p>
        {own.length > 0 ? (
          <button type="button" className="btn" onClick={() => onChange({ hoursOf: {} })}>
            {say("after.hours.same")}
          </button>
        ) : (
          checkedIn.length > 0 && (
            <button type="button" className="btn" onClick={() => onChange({ hoursOf: Object.fromEntries(checkedIn) })}>
              {say("after.hours.checked_in")}
            </button>
          )
        )}
      </div>
      {own.length > shownMax ? (
        <Fold words={say("after.hours.own", { count: own.length })}>
          <ul className="after-own">{rows}</ul>
        </Fold>
      ) : (
        own.length > 0 && <ul className="after-own">{rows}</ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <ChangeForOne
          people={came.filter(({ _id }) => said.hoursOf[_id] === undefined)}
          nameOf={fullNameOf}
          onChosen={(_id) => set(_id, said.hours)}
        />
        <p aria-live="polite" className="font-bold tabular-nums">
          {say("after.hours.total", { count: countsOf(outcome, said).total })}
        </p>
      </div>
    </section>
  );
}

/** The fields with doubtful hours to ask about: those that the organizer has changed but not confirmed yet. */
function useDoubts() {
  const [states, setStates] = useState<Readonly<Record<string, "touched" | "settled">>>({});
  return {
    touch: (id: string) => setStates((before) => ({ ...before, [id]: before[id] ?? "touched" })),
    settle: (id: string) => setStates((before) => ({ ...before, [id]: "settled" })),
    isOpen: (id: string) => states[id] === "touched",
  };
}

type ChangeProps = {
  people: OutcomePerson[];
  nameOf: (person: OutcomePerson) => string;
  onChosen: (id: string) => void;
};

/** Chooses a person whose hours differ. */
function ChangeForOne({ people, nameOf: named, onChosen }: ChangeProps) {
  const [isOpen, setOpen] = useState(false);
  if (people.length === 0) return null;
  if (!isOpen) {
    return (
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Icon name="plus" className="size-5" />
        {say("after.hours.one")}
      </button>
    );
  }
  return (
    <select
      // It replaces the button that was pressed.
      ref={focusOnce}
      aria-label={say("after.hours.who")}
      className="select min-w-0"
      value=""
      onChange={({ target }) => {
        onChosen(target.value);
        setOpen(false);
      }}
    >
      <option value="" disabled>
        {say("after.hours.who")}
      </option>
      {people.map((person) => (
        <option key={person._id} value={person._id}>
          {named(person)}
        </option>
      ))}
    </select>
  );
}

const nameOf = ({ name }: OutcomePerson): string => name ?? say("after.gone");

/** The ids of guests who share their name with another person: their registrant's name tells them apart. */
function guestsOfOneName(people: readonly OutcomePerson[]): ReadonlySet<string> {
  const byName = Map.groupBy(people, ({ name }) => name);
  const guests = people.filter(({ name, of }) => of !== null && (byName.get(name)?.length ?? 0) > 1);
  return new Set(guests.map(({ _id }) => _id));
}

type DoubtProps = {
  doubt: Doubt | null;
  /** True if the question concerns everyone without hours of their own. */
  isOfAll?: boolean;
  /** Called when the hours are right. */
  onRight: () => void;
  onChange: (hours: number) => void;
};

/** A question about hours that differ far from what is known. An answer is optional. */
function HoursDoubt({ doubt, isOfAll = false, onRight, onChange }: DoubtProps) {
  if (!doubt) return <div role="status" className="after-doubt" />;
  const { by, hours, minutes } = doubt;
  const known = Math.max(hoursStep, Math.round(minutes / 60 / hoursStep) * hoursStep);
  const values = {
    time: minutes < 60 ? say("after.hours.minutes", { count: minutes }) : inHours(known),
    hours: inHours(hours),
  };
  const words = by === "event" ? "after.hours.far.event" : isOfAll ? "after.hours.far.all" : "after.hours.far";
  return (
    <div role="status" className="after-doubt">
      <p>{say(words, values)}</p>
      <div>
        <button type="button" className="btn" onClick={onRight}>
          {say("after.hours.far.right", values)}
        </button>
        <button type="button" className="btn" onClick={() => onChange(known)}>
          {say("after.hours.far.instead", { hours: inHours(known) })}
        </button>
      </div>
    </div>
  );
}

const inHours = (count: number): string => say("after.hours.count", { count });
