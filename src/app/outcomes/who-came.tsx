import { useId, useRef, useState } from "react";

import { timeOf } from "#domain/events/rules.ts";
import { cameMax } from "#domain/outcomes/rules.ts";
import { nameMax } from "#domain/values/rules.ts";
import type { Outcome, OutcomePerson } from "#domain/outcomes/shapes.ts";
import { bareLetters, firstCharacters, oneLine } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { useForm } from "../ui/form.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { countsOf, everybodyIn, type Said } from "./said.ts";

/** The number of people from which the list has a search. */
const searchedFrom = 12;

type WhoCameProps = { outcome: Outcome; said: Said; onChange: (change: Partial<Said>) => void };

/** The number and names of those who came: a list to tick, which starts open if it has no check-ins. */
export function WhoCame({ outcome, said, onChange }: WhoCameProps) {
  const isKnown = outcome.sentAt !== null || outcome.fromGate;
  const [isOpen, setOpen] = useState(!isKnown && said.came.length === 0);
  const id = useId();
  const { came, listed, cameOfListed } = countsOf(outcome, said);
  const others = came - cameOfListed;
  const { errors } = useForm();
  const wrong = errors["came"] ?? errors["added"];
  const values = { here: cameOfListed, listed, count: others };
  return (
    <section aria-labelledby={`${id}-title`} className="sheet flex flex-col gap-3 p-4.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={`${id}-title`} className="text-part" aria-live="polite">
          {isKnown || came > 0 ? say("after.came", { count: came }) : say("after.who")}
        </h2>
        {/* The list stays open until a person is ticked, so there is no button to close it before. */}
        {!(isOpen && !isKnown && came === 0) && (
          <button
            type="button"
            className="btn"
            data-field={errors["came"] ? "came" : "added"}
            data-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-wrong` : undefined}
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            onClick={() => setOpen(!isOpen)}
          >
            {say(isOpen ? "after.change.done" : "after.change")}
          </button>
        )}
      </div>
      <p>
        {isKnown || came > 0
          ? say(others > 0 ? "after.came.others" : "after.came.of", values)
          : say("after.came.unknown")}
        {outcome.fromGate && outcome.sentAt === null && ` ${say("after.came.gate")}`}
      </p>
      {wrong && (
        <p id={`${id}-wrong`} role="alert" className="font-medium text-error">
          {wrong}
        </p>
      )}
      <div id={`${id}-list`} hidden={!isOpen}>
        {isOpen && <People outcome={outcome} said={said} onChange={onChange} />}
      </div>
    </section>
  );
}

function People({ outcome, said, onChange }: WhoCameProps) {
  const [search, setSearch] = useState("");
  const people = everybodyIn(outcome, said);
  const there = new Set(said.came);
  const wanted = bareLetters(search.trim());
  const shown = people.filter(({ name, of }) => [name, of].some((text) => bareLetters(text ?? "").includes(wanted)));
  const tick = (id: string, came: boolean) =>
    onChange({ came: came ? [...said.came, id] : said.came.filter((one) => one !== id) });
  return (
    <div className="flex flex-col gap-3">
      {people.length >= searchedFrom && (
        <SearchField
          label={say("after.search")}
          placeholder={say("after.search")}
          value={search}
          onChange={setSearch}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn"
          onClick={() => onChange({ came: people.slice(0, cameMax).map(({ _id }) => _id) })}
        >
          {say("after.all")}
        </button>
        <button type="button" className="btn" onClick={() => onChange({ came: [] })}>
          {say("after.none")}
        </button>
      </div>
      <ul className="after-people">
        {shown.map((person) => (
          <li key={person._id}>
            <label>
              <input
                type="checkbox"
                className="tick"
                checked={there.has(person._id)}
                onChange={({ target }) => tick(person._id, target.checked)}
              />
              <span className="min-w-0">
                <span className="block font-semibold break-words">
                  <bdi>{person.name ?? say("after.gone")}</bdi>
                </span>
                <About person={person} timeZone={outcome.event.timeZone} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      <AddSomebody
        onAdd={(name) => {
          const _id = crypto.randomUUID();
          onChange({ added: [...said.added, { _id, name }], came: [...said.came, _id] });
        }}
      />
    </div>
  );
}

/** The registrant of a guest, and the time of arrival. */
function About({ person: { of, here }, timeZone }: { person: OutcomePerson; timeZone: string }) {
  const words = [
    ...(of === null ? [] : [say("after.with", { name: of })]),
    ...(here === null ? [] : [say("after.here", { time: timeOf(new Date(here), timeZone) })]),
  ];
  return words.length > 0 && <span className="quiet block text-[0.9375rem]">{words.join(" · ")}</span>;
}

/** Adds a person who came and is on no list. It is not a form, because it is inside one. */
function AddSomebody({ onAdd }: { onAdd: (name: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  function add() {
    const name = firstCharacters(oneLine(field.current?.value ?? ""), nameMax);
    if (!field.current || name === "") return;
    field.current.value = "";
    field.current.focus();
    onAdd(name);
  }
  return (
    <label className="flex flex-col gap-1.5">
      <span className="font-semibold">{say("after.add")}</span>
      <span className="flex gap-2">
        <input
          ref={field}
          dir="auto"
          maxLength={nameMax}
          autoComplete="off"
          placeholder={say("after.add.name")}
          className="input min-w-0"
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" className="btn" onClick={add}>
          {say("after.add.button")}
        </button>
      </span>
    </label>
  );
}
