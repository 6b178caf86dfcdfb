import { useEffect, useRef } from "react";

import { eventPath, momentOf } from "#domain/events/rules.ts";
import type { Outcome } from "#domain/outcomes/shapes.ts";
import { say } from "#messages/outcomes-after.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";

type SaidProps = {
  outcome: Outcome;
  sentAt: string;
  /** Whether it was said just now, at the end of the page: it is read first then. */
  isNew: boolean;
};

/** That it is said and who was thanked, above the form in which it can be mended. */
export function SaidAndThanked({ outcome: { event, people }, sentAt, isNew }: SaidProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  const date = momentOf(new Date(sentAt), event.timeZone);
  const isThanked = people.some((person) => person.isThanked);
  return (
    <div className="after-done">
      <Icon name="circle-check" className="size-7" />
      <h2 ref={title} tabIndex={-1} className="outline-none">
        {say(isThanked ? "after.sent" : "after.sent.kept")}
      </h2>
      <div>
        <p>{say(isThanked ? "after.sent.text" : "after.sent.nobody", { date })}</p>
        <Link to={eventPath(event._id)}>{say("after.see")}</Link>
      </div>
    </div>
  );
}
