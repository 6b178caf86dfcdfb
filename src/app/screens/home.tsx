import { cutShort } from "#domain/events/rules.ts";
import { listLatestEvents } from "#domain/events/queries.ts";
import { say } from "#messages/site-home.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/home";
import { pageMeta } from "../page-meta.ts";
import { orRefusal, visitor } from "../context.ts";
import { EventGrid, onCard } from "../events/event-card.tsx";
import { Newsletter } from "../site/newsletter.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

type MessageKey = Parameters<typeof say>[0];

export async function loader({ context }: Route.LoaderArgs) {
  const latest = await orRefusal(listLatestEvents(context.get(visitor)));
  return latest.map((event) => onCard(event, cutShort));
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/", title: say("home.title"), description: say("home.description") });

/** Specification 2 'Home': its sections in their order. */
export default function Home({ loaderData: latest }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-16 sm:gap-24">
      <Hero />
      <Features />
      <section aria-labelledby="latest" className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="latest" className="text-page">
            {say("home.latest.title")}
          </h2>
          <Link to="/upcoming-events" prefetch="intent" className="btn btn-outline">
            {say("home.latest.all")}
          </Link>
        </div>
        {latest.length === 0 ? (
          <EmptyState title={say("home.empty.title")} text={say("home.empty.text")} />
        ) : (
          <EventGrid events={latest} heading="h3" inSight={0} sideways />
        )}
      </section>
      <Gallery />
      <Newsletter />
    </div>
  );
}

/** The hero's three info cards, with the numbers of specification 1 and 9. */
const numbers: { number: MessageKey; text: MessageKey }[] = [
  { number: "home.hero.members", text: "home.hero.members_text" },
  { number: "home.hero.events", text: "home.hero.events_text" },
  { number: "home.hero.cities", text: "home.hero.cities_text" },
];

function Hero() {
  return (
    <section className="grid gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] xl:gap-12">
      <div className="flex flex-col gap-6">
        <h1 className="text-hero">
          {say("home.hero.title")} <span className="block text-primary">{say("home.hero.title_rest")}</span>
        </h1>
        <p className="quiet max-w-xl text-lg sm:text-xl">{say("home.hero.text")}</p>
        <div className="flex flex-col gap-3 xs:flex-row">
          <Link to="/upcoming-events" prefetch="intent" className="btn btn-primary btn-lg">
            {say("home.hero.explore")}
          </Link>
          <Link to="/create-event" className="btn btn-outline btn-lg">
            {say("home.hero.create")}
          </Link>
        </div>
        <ul className="grid grid-cols-3 gap-3">
          {numbers.map(({ number, text }) => (
            <li key={number} className="sheet px-3 py-3 xs:px-4">
              <span className="block font-display text-2xl font-bold text-accent sm:text-3xl">{say(number)}</span>
              <span className="quiet">{say(text)}</span>
            </li>
          ))}
        </ul>
      </div>
      <img
        src="/scenes/hero.svg"
        alt=""
        width={960}
        height={720}
        fetchPriority="high"
        className="picture size-full rounded-box border border-base-300 object-cover"
      />
    </section>
  );
}

const features: { icon: IconName; title: MessageKey; text: MessageKey }[] = [
  { icon: "calendar-search", title: "home.features.discovery", text: "home.features.discovery_text" },
  { icon: "hand-heart", title: "home.features.volunteering", text: "home.features.volunteering_text" },
  { icon: "leaf", title: "home.features.sustainability", text: "home.features.sustainability_text" },
];

function Features() {
  return (
    <section aria-labelledby="features" className="flex flex-col gap-8">
      <h2 id="features" className="text-page">
        {say("home.features.title")}
      </h2>
      <ul className="grid gap-8 md:grid-cols-3">
        {features.map(({ icon, title, text }) => (
          <li key={title} className="border-t-2 border-primary pt-5">
            <Icon name={icon} className="size-7 text-primary" />
            <h3 className="mt-3 text-xl">{say(title)}</h3>
            <p className="quiet mt-1">{say(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Specification 2 'Home' and 9: a static gallery of six sample activities, with how many took part. */
const activities = [
  { place: 1, participants: 64 },
  { place: 2, participants: 112 },
  { place: 3, participants: 38 },
  { place: 4, participants: 27 },
  { place: 5, participants: 150 },
  { place: 6, participants: 19 },
] as const;

function Gallery() {
  return (
    <section aria-labelledby="gallery" className="flex flex-col gap-6">
      <div>
        <h2 id="gallery" className="text-page">
          {say("home.gallery.title")}
        </h2>
        <p className="quiet text-lg">{say("home.gallery.text")}</p>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-7 lg:grid-cols-3 lg:gap-x-6">
        {activities.map(({ place, participants }) => (
          <li key={place}>
            <figure>
              <img
                src={`/scenes/activity-${place}.svg`}
                alt=""
                width={480}
                height={360}
                loading="lazy"
                className="picture w-full rounded-box border border-base-300"
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
