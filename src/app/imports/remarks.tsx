import { eventPath } from "#domain/events/rules.ts";
import { leftOutReasons } from "#domain/imports/rules.ts";
import type { FoundEvents } from "#domain/imports/shapes.ts";
import { say } from "#messages/imports.ts";

import { Link } from "../addresses.ts";

/** What is left out, and why; and what is canceled or no longer there while it is here. */
export function Remarks({ found: { leftOut, unreadable, gone } }: { found: FoundEvents }) {
  const reasons = leftOutReasons.filter((why) => leftOut[why] > 0);
  return (
    <>
      {reasons.length > 0 && (
        <p className="quiet">
          <b>{say("import.left")}:</b>{" "}
          {reasons.map((why) => say(`import.left.${why}`, { count: leftOut[why] })).join(" ")}{" "}
          {unreadable.length > 0 && (
            <span className="wrap-anywhere">
              {say("import.unreadable", { titles: unreadable.map((title) => `“${title}”`).join(", ") })}
            </span>
          )}
        </p>
      )}
      <Gone
        events={gone.filter(({ why }) => why === "cancelled")}
        title={say("import.gone")}
        text={say("import.gone.text")}
      />
      <Gone
        events={gone.filter(({ why }) => why === "replaced")}
        title={say("import.gone.replaced")}
        text={say("import.gone.replaced.text")}
      />
    </>
  );
}

function Gone({ events, title, text }: { events: FoundEvents["gone"]; title: string; text: string }) {
  if (events.length === 0) return null;
  return (
    <div className="rounded-box bg-secondary p-4 text-secondary-content">
      <p className="font-semibold">{title}</p>
      <ul className="my-1 list-disc pl-5">
        {events.map((event) => (
          <li key={event.eventId}>
            <Link to={eventPath(event.eventId)} dir="auto" className="underline underline-offset-4">
              {event.title}
            </Link>
          </li>
        ))}
      </ul>
      <p>{text}</p>
    </div>
  );
}
