import { cutShort } from "#domain/events/rules.ts";
import { listEvents, listLatestEvents } from "#domain/events/queries.ts";
import type { Event } from "#domain/events/shapes.ts";
import { countDone } from "#domain/outcomes/done.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/home";
import { pageMeta } from "../page-meta.ts";
import { orRefusal, visitor } from "../context.ts";
import { EventCard } from "../events/event-card.tsx";
import { EventRow } from "../events/event-row.tsx";
import { type EventOnCard, onCard } from "../events/on-card.ts";
import { NextPlace } from "../registrations/next-place.tsx";
import { useSiteSettings } from "../session/site-settings.ts";
import { Newsletter } from "../site/newsletter.tsx";
import { Drawing, lampsOf } from "../ui/drawing.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

import "./home.css";

/** The number of events in the hero: a row of them on a desktop, and in view on a phone. */
const soonestCount = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(visitor);
  const [latest, soonest, done] = await orRefusal(
    context,
    Promise.all([listLatestEvents(ctx), listEvents(ctx, { limit: soonestCount }), countDone(ctx)]),
  );
  const shown = (events: Event[]) => events.map((event) => onCard(event, cutShort, ctx.now));
  return { latest: shown(latest), soonest: shown(soonest.rows), done };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/", title: say("home.title"), description: say("home.description") });

/** Specification 2 'Home': its sections in their order; for members their next event comes first. */
export default function Home({ loaderData: { latest, soonest, done } }: Route.ComponentProps) {
  return (
    <>
      <NextPlace />
      <Hero soonest={soonest} />
      {done.came > 0 && (
        <p className="mt-2.5 flex gap-2 leading-snug font-semibold sm:mt-5">
          <Icon name="hand-heart" className="size-5 flex-none text-accent" />
          {say("home.done", { came: done.came, hours: done.hours, count: done.events })}
        </p>
      )}
      <Features />
      <section aria-labelledby="latest" className="latest flex flex-col gap-3">
        <div className="flex items-center justify-between gap-3">
          <h2 id="latest" className="text-part">
            {say("home.latest.title")}
          </h2>
          <Link to="/upcoming-events" prefetch="intent" className="btn">
            {say("home.latest.all")}
          </Link>
        </div>
        {latest.length === 0 ? (
          <EmptyState title={say("home.empty.title")} text={say("home.empty.text")} />
        ) : (
          <ul className="cards">
            {latest.map((event) => (
              <li key={event._id} className="card-place">
                <EventCard event={event} heading="h3" />
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className="mt-12 flex flex-col gap-12 sm:mt-16 sm:gap-16">
        <Gallery />
        <Newsletter />
      </div>
    </>
  );
}

/** The hero's three info cards, with the numbers of specification 1 and 9, or the site's own. */
const numbers = ["members", "events", "cities"] as const;

function Hero({ soonest }: { soonest: EventOnCard[] }) {
  const texts = useSiteSettings()?.texts ?? {};
  const shown = numbers
    .map((name) => ({ name, number: texts[name] ?? say(`home.hero.${name}`) }))
    .filter(({ number }) => number !== "");
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>
          {say("home.hero.title")} <span className="block text-primary">{say("home.hero.title_rest")}</span>
        </h1>
        <p>{say("home.hero.text")}</p>
        <div className="acts">
          <Link to="/upcoming-events" prefetch="intent" className="btn btn-primary">
            {say("home.hero.explore")}
          </Link>
          <Link to="/create-event" className="btn">
            {say("home.hero.create")}
          </Link>
        </div>
      </div>
      {soonest.length > 0 && (
        <div role="group" aria-labelledby="soon" className="soon">
          <h2 id="soon">{say("home.soon")}</h2>
          <ul>
            {soonest.map((event) => (
              <li key={event._id}>
                <EventRow event={event} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="picture" data-sky="day" style={lampsOf("hero")}>
        <img src="/scenes/hero.svg" alt="" width={960} height={720} fetchPriority="high" />
      </div>
      {shown.length > 0 && (
        <ul className="numbers">
          {shown.map(({ name, number }) => (
            <li key={name} className="sheet">
              <b>{number}</b> {say(`home.hero.${name}_text`)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const features: { icon: IconName; title: () => string; text: () => string }[] = [
  {
    icon: "calendar-search",
    title: () => say("home.features.discovery"),
    text: () => say("home.features.discovery_text"),
  },
  {
    icon: "hand-heart",
    title: () => say("home.features.volunteering"),
    text: () => say("home.features.volunteering_text"),
  },
  {
    icon: "leaf",
    title: () => say("home.features.sustainability"),
    text: () => say("home.features.sustainability_text"),
  },
];

function Features() {
  return (
    <section aria-labelledby="features" className="features">
      <h2 id="features" className="text-part">
        {say("home.features.title")}
      </h2>
      <ul>
        {features.map(({ icon, title, text }) => (
          <li key={icon}>
            <span className="leaf-mark">
              <Icon name={icon} />
            </span>
            <h3>{title()}</h3>
            <p className="quiet">{text()}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Specification 2 'Home' and 9: a static gallery of six sample activities with their numbers of people. */
const activities = [
  { place: 1, participants: 64, sky: "day" },
  { place: 2, participants: 112, sky: "day" },
  { place: 3, participants: 38, sky: "no" },
  { place: 4, participants: 27, sky: "no" },
  { place: 5, participants: 150, sky: "day" },
  { place: 6, participants: 19, sky: "no" },
] as const;

function Gallery() {
  return (
    <section aria-labelledby="gallery" className="flex flex-col gap-6">
      <div>
        <h2 id="gallery" className="text-page">
          {say("home.gallery.title")}
        </h2>
        <p className="quiet">{say("home.gallery.text")}</p>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-7 lg:grid-cols-3 lg:gap-x-6">
        {activities.map(({ place, participants, sky }) => (
          <li key={place}>
            <figure>
              <Drawing
                scene={`activity-${place}`}
                sky={sky}
                lazy
                className="aspect-[4/3] rounded-box border border-base-300"
              />
              <figcaption className="mt-3">
                <h3 className="text-lg leading-snug">{say(`home.gallery.${place}.title`)}</h3>
                <p className="quiet text-[0.9375rem]">{say(`home.gallery.${place}.location`)}</p>
                <p className="text-[0.9375rem] font-semibold text-accent">
                  {say("home.gallery.participants", { count: participants })}
                </p>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
