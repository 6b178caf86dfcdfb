import { type ReactNode, useState } from "react";

import { eventTypes, locationMax, maxParticipantMax } from "#domain/events/rules.ts";
import type { FoundEvent } from "#domain/imports/shapes.ts";
import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import { changeAll, type Choices, commonOf, homelessOf, newOf } from "./choices.ts";

type ForAllProps = { events: readonly FoundEvent[]; choices: Choices; onChange: (choices: Choices) => void };

/**
 * The fields of all new events, set at once if there are several; each can also have its own. On a phone it is folded,
 * so that the found events come first.
 */
export function ForAll({ events, choices, onChange }: ForAllProps) {
  const [isWide] = useState(() => matchMedia("(width >= 40rem)").matches);
  const [fresh, homeless] = [newOf(events), homelessOf(events)];
  if (fresh.length < 2) return null;
  const type = commonOf(fresh, choices, "eventType");
  const spots = commonOf(fresh, choices, "maxParticipant");
  const told = [
    { name: say("import.all.type"), value: type && say(`event_type.${type}`) },
    { name: say("import.all.spots"), value: spots },
  ].map(({ name, value }) => say("import.all.now", { name, value: value || say("import.all.each") }));
  return (
    <details open={isWide} aria-label={say("import.all")} className="for-all import-fold">
      <summary>
        <span>
          {say("import.all")}
          <small>
            {told.map((each) => (
              <span key={each}>{each}</span>
            ))}
          </small>
        </span>
        <Icon name="chevron-down" className="chevron size-5" />
      </summary>
      <div>
        <Labelled label={say("import.all.type")}>
          <select
            className="select"
            value={type}
            onChange={({ target }) => {
              const eventType = eventTypes.find((each) => each === target.value);
              if (eventType) onChange(changeAll(fresh, choices, { eventType }));
            }}
          >
            <option value="">{say("import.all.type.proposed")}</option>
            {eventTypes.map((each) => (
              <option key={each} value={each}>
                {say(`event_type.${each}`)}
              </option>
            ))}
          </select>
        </Labelled>
        <Labelled label={say("import.all.spots")}>
          <input
            className="input"
            dir="auto"
            autoComplete="off"
            maxLength={maxParticipantMax}
            value={spots}
            onChange={({ target }) => onChange(changeAll(fresh, choices, { maxParticipant: target.value }))}
          />
        </Labelled>
        {homeless.length > 1 && (
          <Labelled label={say("import.all.location")}>
            <input
              className="input"
              dir="auto"
              maxLength={locationMax}
              value={commonOf(homeless, choices, "location")}
              onChange={({ target }) => onChange(changeAll(homeless, choices, { location: target.value }))}
            />
          </Labelled>
        )}
      </div>
    </details>
  );
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="flex min-w-0 flex-col gap-1.5">
    <span className="font-semibold">{label}</span>
    {children}
  </label>
);
