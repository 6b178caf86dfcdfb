import { listEvents, listLatestEvents } from "#domain/events/queries.ts";
import { cutShort } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { countDone, type DoneEvent, findLatestDone } from "#domain/outcomes/done.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/home";
import { pageMeta } from "../page-meta.ts";
import { orRefusal, visitor } from "../context.ts";
import { WaysIn } from "../event-list/ways-in.tsx";
import { EventCard } from "../events/event-card.tsx";
import { EventRow } from "../events/event-row.tsx";
import { onCard } from "../events/on-card.ts";
import { SpotsLeft } from "../events/spots-left.tsx";
import { ToldEvent, type ToldEventProps } from "../events/told-event.tsx";
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
  const [latest, soonest, done, told] = await orRefusal(
    context,
    Promise.all([
      listLatestEvents(ctx),
      listEvents(ctx, { series: "once", limit: soonestCount }),
      countDone(ctx),
      findLatestDone(ctx),
    ]),
  );
  const shown = (events: Event[]) => events.map((event) => onCard(event, cutShort, ctx.now));
  const weekEnds = ctx.now.getTime() + 7 * 86_400_000;
  return {
    latest: shown(latest),
    soonest: shown(soonest.rows),
    isThisWeek: soonest.rows.every(({ eventDate }) => Date.parse(eventDate) < weekEnds),
    done,
    told: told && toldOf(told),
  };
}

/** The shown part of a completed event; a page sends its data a second time for the script. */
function toldOf({ event, came, hours, words }: DoneEvent): ToldEventProps {
  const { _id, title, eventType, eventDate, eventEnd, timeZone, thumbnailUrl, organizer } = event;
  return {
    event: { _id, title, eventType, eventDate, eventEnd, timeZone, thumbnailUrl, organizer },
    came,
    hours,
    words,
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/", title: say("home.title"), description: say("home.description") });

/** Specification 2 'Home': its sections in their order; for members their next event comes first. */
export default function Home({ loaderData: { latest, told, ...hero } }: Route.ComponentProps) {
  return (
    <>
      <NextPlace />
      <Hero {...hero} />
      {told && <ToldEvent {...told} />}
      <Features />
      <section aria-labelledby="latest" className="mt-6 flex flex-col gap-3 sm:mt-10">
        <div className="flex items-center justify-between gap-3">
          <h2 id="latest" className="text-part">
            {say("home.latest.title")}
          </h2>
          <Link to="/upcoming-events" prefetch="intent" className="btn btn-ghost">
            {say("home.latest.all")}
          </Link>
        </div>
        {latest.length === 0 ? (
          <EmptyState title={say("home.empty.title")} text={say("home.empty.text")} />
        ) : (
          <ul className="cards gap-2 sm:gap-4">
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

type HeroProps = Pick<Route.ComponentProps["loaderData"], "soonest" | "isThisWeek" | "done">;

/**
 * A visitor's first screen: the way to the events, the soonest of them, and the drawing. Members do not see the
 * headline and the drawing beside it; for them the events come first.
 */
function Hero({ soonest, isThisWeek, done }: HeroProps) {
  const texts = useSiteSettings()?.texts ?? {};
  const shown = numbers
    .map((name) => ({ name, number: texts[name] ?? say(`home.hero.${name}`) }))
    .filter(({ number }) => number !== "");
  return (
    <section className="hero flex flex-col">
      <div className="hero-words max-w-xl">
        <h1 className="text-poster">
          {say("home.hero.title")} <span className="block text-primary">{say("home.hero.title_rest")}</span>
        </h1>
        <p className="mt-3 text-lg max-sm:hidden">{say("home.hero.text")}</p>
      </div>
      <WaysIn />
      {soonest.length > 0 && (
        <div role="group" aria-labelledby="soon" className="soon">
          <h2 id="soon" className="text-part leading-10">
            {say(isThisWeek ? "home.soon.week" : "home.soon")}
          </h2>
          <ul className="mt-1 grid gap-2 lg:grid-cols-3 lg:gap-4">
            {soonest.map((event) => (
              <li key={event._id} className="grid">
                <EventRow event={event} last={<SpotsLeft event={event} />} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="picture" data-sky="day" style={lampsOf("hero")}>
        <img src="/scenes/hero.svg" alt="" width={960} height={720} fetchPriority="high" />
      </div>
      <div className="lg:mt-3 lg:flex lg:items-center lg:justify-between">
        {done.came > 0 && (
          <p className="done flex items-center gap-3 py-2.5 font-semibold">
            <Icon name="hand-heart" className="size-5 text-accent" />
            {say("home.done", { count: done.came, hours: say("home.done.hours", { count: done.hours }) })}
          </p>
        )}
        {shown.length > 0 && (
          <ul className="numbers flex justify-between gap-3 py-3 text-[0.9375rem] sm:justify-start sm:gap-6 lg:ms-auto">
            {shown.map(({ name, number }) => (
              <li key={name}>
                <b className="font-bold">{number}</b> {say(`home.hero.${name}_text`)}
              </li>
            ))}
          </ul>
        )}
      </div>
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
    <section aria-labelledby="features" className="mt-6 sm:mt-10">
      <h2 id="features" className="text-part">
        {say("home.features.title")}
      </h2>
      <ul className="mt-2 grid gap-x-6 gap-y-0.5 sm:grid-cols-3">
        {features.map(({ icon, title, text }) => (
          <li key={icon} className="grid grid-cols-[2.5rem_1fr] gap-x-3 py-1.5">
            <span className="row-span-2 grid size-10 place-items-center rounded-[4px_16px] bg-leaf text-leaf-content">
              <Icon name={icon} />
            </span>
            <h3 className="text-small leading-5">{title()}</h3>
            <p className="quiet text-[0.9375rem] leading-5">{text()}</p>
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
        <h2 id="gallery" className="text-part">
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
