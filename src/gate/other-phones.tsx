import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { useGate } from "./gate-context.ts";
import { clockTime } from "./times.ts";

import "./other-phones.css";

/**
 * The other phones with this list, folded away, with the number of marks of each, which helps to tell them apart. Only
 * the organizer sees the names of links.
 */
export function OtherPhones({ hint }: { hint?: string }) {
  const { gate, marks } = useGate();
  const phones = gate.devices.filter(({ number }) => number !== gate.device);
  if (phones.length === 0) return null;
  const counts = new Map<number | null, number>();
  for (const { device } of marks) counts.set(device, (counts.get(device) ?? 0) + 1);
  return (
    <details className="fold">
      <summary className="opt">
        <Icon name="smartphone" />
        <span>
          {say("gate.more.phones", { count: phones.length })}
          {hint && <small>{hint}</small>}
        </span>
        <Icon name="chevron-down" />
      </summary>
      <ul className="py-1">
        {phones.map(({ number, lastSeenAt }) => (
          <li key={number} className="py-2">
            <b>{say("gate.more.phone", { number })}</b>{" "}
            {say("gate.more.phone.heard", { time: clockTime(gate, lastSeenAt) })}
            <br />
            {counts.has(number)
              ? say("gate.more.phone.marks", { count: counts.get(number) ?? 0 })
              : say("gate.more.phone.none")}
          </li>
        ))}
      </ul>
    </details>
  );
}
