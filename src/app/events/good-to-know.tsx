import { languageName } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

/**
 * The facts that people ask about before they join, in rows. Facts that the organizer leaves open have no row, and
 * without rows there is no heading.
 */
export function GoodToKnow({ event }: { event: Event }) {
  const { whatToBring, provided, effort, childrenWelcome, stepFree, languages } = event;
  const rows: [IconName, string, string | null][] = [
    ["backpack", say("know.bring"), whatToBring],
    ["shovel", say("know.provided"), provided],
    ["gauge", say("know.effort"), effort && say(`know.effort.${effort}`)],
    ["baby", say("know.children"), childrenWelcome === null ? null : say(`know.children.${yesOrNo(childrenWelcome)}`)],
    ["accessibility", say("know.step_free"), stepFree === null ? null : say(`know.step_free.${yesOrNo(stepFree)}`)],
    ["languages", say("know.languages"), languages.map(languageName).join(", ")],
  ];
  const said = rows.filter(([, , text]) => text);
  if (said.length === 0) return null;
  return (
    <section aria-labelledby="know" className="know flex flex-col gap-3 max-sm:order-5">
      <h2 id="know" className="text-part">
        {say("know.title")}
      </h2>
      <dl className="pane grid overflow-hidden px-4 lg:grid-cols-2 lg:gap-x-6">
        {said.map(([icon, name, text]) => (
          <div
            key={icon}
            className="-mt-px grid last:odd:col-span-full grid-cols-[1.5rem_minmax(0,1fr)] content-start gap-x-3 border-t border-(--hair) py-3"
          >
            <Icon name={icon} className="row-span-2 mt-0.5 size-6 text-accent" />
            <dt className="quiet text-sm">{name}</dt>
            {/* Browsers name some languages differently from the server. */}
            <dd
              dir="auto"
              suppressHydrationWarning
              className="col-start-2 font-semibold break-words whitespace-pre-line"
            >
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const yesOrNo = (value: boolean) => (value ? "yes" : "no");
