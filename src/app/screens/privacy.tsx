import { kept } from "#domain/privacy/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/privacy";
import { pageMeta } from "../page-meta.ts";
import { Icon } from "../ui/icon.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/privacy", title: say("privacy.title"), description: say("privacy.description") });

/** The data kept about people, in words for readers: the table that the jobs follow. */
export default function Privacy() {
  return (
    <div className="flex flex-col gap-10 sm:gap-14">
      <div className="max-w-[44rem]">
        <h1 className="text-page">{say("privacy.title")}</h1>
        <p className="quiet text-lg text-balance">{say("privacy.lead")}</p>
      </div>
      <section aria-labelledby="kept">
        <h2 id="kept" className="text-part">
          {say("privacy.table")}
        </h2>
        <ul className="sheet mt-4 divide-y divide-base-300 overflow-hidden">
          {kept.map(({ name, days }) => (
            <li key={name}>
              <Entry
                what={say(`privacy.${name}.what`)}
                long={say(`privacy.${name}.long`, { count: days ?? 0 })}
                purpose={say(`privacy.${name}.for`)}
              />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="browser" className="max-w-[70ch]">
        <h2 id="browser" className="text-part">
          {say("privacy.browser")}
        </h2>
        <p className="mt-3 text-lg leading-relaxed">{say("privacy.browser.text")}</p>
      </section>
      <section aria-labelledby="yours" className="max-w-[70ch]">
        <h2 id="yours" className="text-part">
          {say("privacy.yours")}
        </h2>
        <p className="mt-3 text-lg leading-relaxed">{say("privacy.yours.text")}</p>
        <p className="mt-5 flex flex-wrap gap-3">
          <Link to="/account" className="btn btn-primary">
            {say("privacy.yours.account")}
          </Link>
          <Link to="/contact" className="btn">
            {say("privacy.yours.contact")}
          </Link>
        </p>
      </section>
    </div>
  );
}

type EntryProps = { what: string; long: string; purpose: string };

/** A kind of data and the time for which it is kept; its purpose unfolds, without script too. */
const Entry = ({ what, long, purpose }: EntryProps) => (
  <details className="group">
    <summary className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3 hover:bg-base-200 sm:px-6 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto]">
      <h3 className="font-sans text-base leading-snug font-semibold tracking-normal">{what}</h3>
      <p className="quiet col-start-1 text-sm md:col-start-2 md:text-base">
        <span className="sr-only">{say("privacy.long")}: </span>
        {long}
      </p>
      <Icon
        name="chevron-down"
        className="quiet col-start-2 row-span-2 row-start-1 size-5 group-open:rotate-180 md:col-start-3"
      />
    </summary>
    <p className="px-4 pb-4 sm:px-6">
      <span className="quiet">{say("privacy.for")}:</span> {purpose}
    </p>
  </details>
);
