import { useState } from "react";

import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";

const tips = () => [
  say("create.tips.title"),
  say("create.tips.image"),
  say("create.tips.description"),
  say("create.tips.type"),
  say("create.tips.location"),
  say("create.tips.ahead"),
];

/** Specification 2 'Create Event': the tips. Where there is room they are open from the start. */
export function EventTips() {
  const [isWide] = useState(() => matchMedia("(width >= 64rem)").matches);
  return (
    <section aria-label={say("create.tips")}>
      <details open={isWide} className="group">
        <summary className="flex min-h-12 cursor-pointer items-center gap-2">
          <b className="font-semibold">{say("create.tips")}</b>
          <Icon name="chevron-down" className="ms-auto size-5 group-open:rotate-180" />
        </summary>
        <ul className="grid gap-x-6 gap-y-0.5 pb-3 text-sm sm:grid-cols-2">
          {tips().map((tip) => (
            <li key={tip} className="flex items-center gap-2">
              <Icon name="check" className="size-4 flex-none text-primary" />
              {tip}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
