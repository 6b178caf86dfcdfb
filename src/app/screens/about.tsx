import type { ReactNode } from "react";

import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/about";
import { pageMeta } from "../page-meta.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/aboutUs", title: say("about.title"), description: say("about.description") });

const offers: { icon: IconName; title: () => string; text: () => string }[] = [
  { icon: "search", title: () => say("about.what.discover"), text: () => say("about.what.discover_text") },
  { icon: "pen-line", title: () => say("about.what.create"), text: () => say("about.what.create_text") },
  { icon: "user-check", title: () => say("about.what.join"), text: () => say("about.what.join_text") },
  { icon: "key-round", title: () => say("about.what.sign_in"), text: () => say("about.what.sign_in_text") },
];

/** A part of the page: its title with the text below, or beside it if there is space. */
const passage = "grid grid-cols-1 gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]";

/** Specification 1 and 2: the product, its audience, and how to begin. */
export default function About() {
  return (
    <div className="flex flex-col gap-10 sm:gap-16">
      <div className="grid items-start gap-8 md:grid-cols-2 lg:gap-12">
        <div className="flex flex-col gap-4">
          <h1 className="text-page">{say("about.title")}</h1>
          <p className="quiet text-xl">{say("about.lead")}</p>
        </div>
        <Drawing scene="awareness-2" className="aspect-[16/10] rounded-box border border-base-300" />
      </div>
      <Passage title={say("about.why.title")} text={say("about.why.text")} />
      <section aria-labelledby="offers" className={passage}>
        <h2 id="offers" className="text-part">
          {say("about.what.title")}
        </h2>
        <ul className="grid gap-8 sm:grid-cols-2">
          {offers.map(({ icon, title, text }) => (
            <li key={icon} className="border-t-2 border-primary pt-5">
              <Icon name={icon} className="size-7 text-primary" />
              <h3 className="mt-3 text-xl">{title()}</h3>
              <p className="quiet mt-1 max-w-[60ch]">{text()}</p>
            </li>
          ))}
        </ul>
      </section>
      <Passage title={say("about.promise.title")} text={say("about.promise.text")} />
      <section
        aria-labelledby="start"
        className="flex flex-wrap items-center justify-between gap-5 rounded-box bg-secondary px-5 py-10 text-secondary-content sm:px-10"
      >
        <div>
          <h2 id="start" className="text-part">
            {say("about.start.title")}
          </h2>
          <p className="mt-1">{say("about.start.text")}</p>
        </div>
        <Link to="/register" prefetch="intent" className="btn btn-primary">
          {say("about.start")}
        </Link>
      </section>
      <p className="quiet -mt-4 flex flex-wrap gap-x-6 text-sm sm:-mt-8">
        <Source href="https://www.geonames.org">{say("about.towns")}</Source>
        <Source href="https://creativecommons.org/licenses/by/4.0/">{say("about.towns.license")}</Source>
      </p>
    </div>
  );
}

const Source = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="noreferrer" className="inline-flex min-h-11 items-center underline underline-offset-4">
    {children}
  </a>
);

function Passage({ title, text }: { title: string; text: string }) {
  return (
    <section className={`${passage} items-baseline`}>
      <h2 className="text-part">{title}</h2>
      <p className="max-w-[70ch] text-lg leading-relaxed lg:mt-0">{text}</p>
    </section>
  );
}
