import { kept } from "#domain/privacy/rules.ts";
import { say } from "#messages/privacy.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/privacy";
import { pageMeta } from "../page-meta.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/privacy", title: say("privacy.title"), description: say("privacy.description") });

/** What is kept about people, in the words for them: the table that the jobs go by. */
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
        <ul className="sheet mt-4 px-5 sm:px-8">
          {kept.map(({ name, days }) => (
            <li
              key={name}
              className="grid grid-cols-1 gap-x-10 gap-y-2 border-t border-base-300 py-5 first:border-t-0 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)]"
            >
              <h3 className="font-sans text-base leading-normal font-semibold tracking-normal">
                {say(`privacy.${name}.what`)}
              </h3>
              <Fact label={say("privacy.for")} text={say(`privacy.${name}.for`)} />
              <Fact label={say("privacy.long")} text={say(`privacy.${name}.long`, { count: days ?? 0 })} />
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
          <Link to="/contact" className="btn btn-outline">
            {say("privacy.yours.contact")}
          </Link>
        </p>
      </section>
    </div>
  );
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <p>
      <span className="quiet block text-sm">{label}</span>
      {text}
    </p>
  );
}
