import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { useGate } from "./gate-context.ts";
import { hasEventEnded } from "./gate-state.ts";
import type { Filter } from "./roster.tsx";
import { clockTime, dayOf } from "./times.ts";

import "./gate-top.css";

/** The event's name, and the menu of rare actions. */
export function GateTop({ onMore }: { onMore?: () => void }) {
  const { gate, event } = useGate();
  return (
    <header className="g-top">
      <div className="min-w-0 flex-1">
        <h1 dir="auto">{event.title}</h1>
        <p>
          {dayOf(gate, event.eventDate)} · {clockTime(gate, event.eventDate)}
        </p>
      </div>
      {onMore && (
        <button type="button" className="ib" aria-label={say("gate.more")} onClick={onMore}>
          <Icon name="menu" />
        </button>
      )}
    </header>
  );
}

/** The counts, which are also the filter. Walk-ins are counted separately from the expected people. */
export function GateTabs({ filter, onChoose }: { filter: Filter; onChoose: (filter: Filter) => void }) {
  const { gate, clock, present } = useGate();
  const { counts, isClosed } = present;
  const { expected, here, walkIns } = counts;
  const tabs: [Filter, string | number, string][] = [
    ["all", expected, say("gate.all")],
    ["to_come", expected - here, say(isClosed || hasEventEnded(gate, clock) ? "gate.not_here" : "gate.to_come")],
    [
      "here",
      say("gate.here", { here, expected }),
      walkIns === 0 ? say("gate.walk_ins.none") : say("gate.walk_ins", { count: walkIns }),
    ],
  ];
  return (
    <section className="g-tabs" aria-label={say("gate.show")}>
      <div role="radiogroup" aria-label={say("gate.show")}>
        {tabs.map(([name, count, words]) => (
          <label key={name} className={`relative flex flex-col items-center justify-center text-center ${name}`}>
            <input
              type="radio"
              name="filter"
              checked={filter === name}
              onChange={() => onChoose(name)}
              onClick={() => filter === name && onChoose(name)}
            />
            <b className="whitespace-nowrap">{count}</b> <small className="whitespace-nowrap">{words}</small>
          </label>
        ))}
      </div>
    </section>
  );
}
