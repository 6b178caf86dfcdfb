import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/guideline";
import { pageMeta } from "../page-meta.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/guideline", title: say("guideline.title"), description: say("guideline.description") });

/** Specification 1: the guideline page's steps, in their order. */
const steps = [
  [1, "user-plus"],
  [2, "key-round"],
  [3, "calendar-search"],
  [4, "user-check"],
  [5, "plus"],
  [6, "pen-line"],
  [7, "calendar-days"],
  [8, "search"],
] as const;

/** Specification 2 'Routes': the how-to-use list. */
export default function Guideline() {
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.8fr)] lg:gap-x-16">
      <div className="flex flex-col gap-6 lg:sticky lg:top-22 lg:self-start">
        <div>
          <h1 className="text-page">{say("guideline.title")}</h1>
          <p className="quiet text-lg text-balance">{say("guideline.lead")}</p>
        </div>
        <Drawing scene="activity-2" className="hidden aspect-[4/3] rounded-box border border-base-300 lg:block" />
      </div>
      <ol className="flex flex-col">
        {steps.map(([step, icon]) => (
          <li
            key={step}
            className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4 border-t border-base-300 py-6 sm:grid-cols-[4.5rem_minmax(0,1fr)] lg:first:border-t-0 lg:first:pt-0"
          >
            <span aria-hidden className="font-display text-4xl font-bold text-accent sm:text-5xl">
              {step}
            </span>
            <div>
              <h2 className="flex items-center gap-2.5 text-xl">
                <Icon name={icon} className="size-6 text-primary" />
                {say(`guideline.${step}.title`)}
              </h2>
              <p className="quiet mt-1 text-lg">{say(`guideline.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <Link to="/upcoming-events" prefetch="intent" className="btn btn-primary justify-self-start lg:col-start-2">
        {say("guideline.start")}
      </Link>
    </div>
  );
}
