import { hasLinks, listShownLinks } from "#domain/chapters/queries.ts";
import { getCommunityPage, topicsOf } from "#domain/communities/page.ts";
import { communityPath } from "#domain/communities/rules.ts";
import { spotsForNewcomer, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { firstCharacters } from "#domain/rules.ts";
import { hasBegun, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/community-page";
import { Link } from "../addresses.ts";
import { CommunityPicture } from "../communities/community-picture.tsx";
import { CommunityPress } from "../communities/community-press.tsx";
import { LinkedCommunities } from "../communities/linked-communities.tsx";
import { NewsList } from "../communities/news-list.tsx";
import { YearsDone } from "../communities/years-done.tsx";
import { orRefusal, showsOnly, visitor } from "../context.ts";
import { EventRow } from "../events/event-row.tsx";
import { SpotsLeft } from "../events/spots-left.tsx";
import { originIn, pageMeta } from "../page-meta.ts";
import { lastShown } from "../session/last-shown.ts";
import { ErrorPage } from "../site/error-page.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { BackButton } from "../ui/back-button.tsx";
import { Icon } from "../ui/icon.tsx";
import { LinkedText } from "../ui/linked-text.tsx";

import "../events/poster.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const isAll = new URL(request.url).searchParams.has("all");
  const ctx = context.get(visitor);
  const page = await orRefusal(context, getCommunityPage(ctx, params.slug, isAll));
  const id = page.community._id;
  const links = await orRefusal(context, listShownLinks(ctx, id, isAll));
  // A linked community can be renamed, hidden or closed.
  const isLinked = await orRefusal(context, hasLinks(ctx, id));
  context.get(showsOnly)(...topicsOf(page), ...(isLinked ? ["communities"] : []));
  return { ...page, links, isAll, dates: page.dates.map((event) => onRow(event, ctx.now)) };
}

/** The fields of an event that its row shows. */
const onRow = (event: Event, now: Date) => ({
  _id: event._id,
  title: event.title,
  eventType: event.eventType,
  location: event.location,
  eventDate: event.eventDate,
  eventEnd: event.eventEnd,
  timeZone: event.timeZone,
  thumbnailUrl: event.thumbnailUrl,
  isUnderWay: hasBegun(spanOf(event), now),
  left: spotsForNewcomer(spotsOf(event)),
});

const shown = lastShown<Awaited<ReturnType<typeof loader>>>();

/** In the browser, the loaded page stays if reloading fails after a member has joined or left. */
export const clientLoader = ({ serverLoader, params, request }: Route.ClientLoaderArgs) =>
  shown.load(`${params.slug}${new URL(request.url).search}`, serverLoader);

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const path = communityPath(params.slug);
  if (!loaderData) return pageMeta({ matches, path, title: say("error.404.title"), forMembers: true });
  const { title, description, isUnlisted, image } = loaderData.community;
  const words = firstCharacters(description.replace(/\s+/g, " "), 200);
  const origin = originIn(matches);
  return [
    ...pageMeta({ matches, path, title, description: words }),
    ...(isUnlisted ? [{ name: "robots", content: "noindex" }] : []),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "Organization",
        name: title,
        description,
        url: `${origin}${path}`,
        ...(image && { image: new URL(image, origin || undefined).href }),
      },
    },
  ];
};

/** Shows a community as a poster: its words, its next dates, its results, its news, its members, and one button. */
export default function CommunityPage({ loaderData, params }: Route.ComponentProps) {
  const { community, type, dates, dateCount, done, posts, postCount, faces, organizers, links, isAll } = loaderData;
  shown.useShown(`${params.slug}${isAll ? "?all" : ""}`, loaderData);
  const { _id, slug, title, description, image, member } = community;
  const path = communityPath(slug);
  return (
    <article
      className="poster flex flex-col max-sm:mt-3 lg:grid lg:grid-cols-[minmax(0,1fr)_27.5rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-16 print:block"
      data-hue={type ?? "cleanup"}
    >
      <div className="flex min-h-11 items-center lg:col-span-2 lg:mb-2">
        <BackButton otherwise="/community" />
        <p className="quiet border-l border-(--hair) pl-4 print:border-0 print:pl-0">{say("community.one")}</p>
      </div>
      <header className="max-lg:order-1 lg:col-start-1 lg:row-start-2">
        <div className="flex items-start gap-4">
          <div className="flex-none lg:hidden">
            <CommunityPicture address={image} title={title} frame="size-20 rounded-field" />
          </div>
          <div className="min-w-0">
            <h1 dir="auto" className="text-poster font-[750] tracking-[-0.035em] break-words">
              {title}
            </h1>
            <p className="quiet lg:hidden">{say("community.members", { count: member })}</p>
          </div>
        </div>
        <p dir="auto" className="mt-3 max-w-[66ch] text-lg break-words whitespace-pre-line">
          <LinkedText text={description} />
        </p>
        <LinkedCommunities links={links} slug={slug} />
      </header>
      <aside className="max-lg:contents lg:col-start-2 lg:row-span-2 lg:row-start-2 lg:self-start">
        <div className="poster-card max-lg:contents">
          <div className="max-lg:hidden">
            <CommunityPicture address={image} title={title} frame="aspect-[16/10] w-full" />
          </div>
          <div className="contents lg:grid lg:gap-3 lg:p-6">
            <p className="font-display text-2xl font-semibold max-lg:hidden">
              {say("community.members", { count: member })}
            </p>
            <div className="max-lg:hidden">
              <Faces faces={faces} member={member} />
            </div>
            <CommunityPress key={_id} community={community} isNew={type === null} />
            {organizers.length > 0 && (
              <p className="quiet text-sm max-lg:order-7 max-lg:mt-3">
                {say("community.organizers", { names: organizers.join(", ") })}
              </p>
            )}
          </div>
        </div>
      </aside>
      <div className="poster-body max-lg:contents lg:col-start-1 lg:row-start-3">
        <section aria-labelledby="dates" className="max-lg:order-3 max-lg:mt-8">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h2 id="dates" className="text-part">
              {say("community.dates")}
            </h2>
            {dateCount > 0 && (
              <a href={`/api/feeds/events.ics?community=${_id}`} className={`${link} gap-2 print:hidden`}>
                <Icon name="calendar-plus" />
                {say("community.subscribe")}
              </a>
            )}
          </div>
          {dates.length === 0 ? (
            <p className="quiet mt-3">{say("community.dates.none")}</p>
          ) : (
            <ul className="mt-3 grid gap-2">
              {dates.map((event) => (
                <li key={event._id}>
                  <EventRow event={event} last={<SpotsLeft event={event} />} />
                </li>
              ))}
            </ul>
          )}
          {dateCount > dates.length && (
            <Link to={`/upcoming-events?community=${_id}`} className={link}>
              {say("community.dates.all", { count: dateCount })}
            </Link>
          )}
        </section>
        {done.length > 0 && (
          <section aria-labelledby="done" className="max-lg:order-4 max-lg:mt-8">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <h2 id="done" className="text-part">
                {say("did.title")}
              </h2>
              <button type="button" className={`${link} cursor-pointer print:hidden`} onClick={() => print()}>
                {say("did.print")}
              </button>
            </div>
            <YearsDone years={done} />
          </section>
        )}
        {posts.length > 0 && (
          <section aria-labelledby="news" className="max-lg:order-5 max-lg:mt-8">
            <h2 id="news" className="text-part">
              {say("news.title")}
            </h2>
            <NewsList communityId={_id} title={title} posts={posts} />
            {postCount > posts.length && !isAll && (
              <Link to={`${path}?all`} rel="nofollow" className={link}>
                {say("news.older")}
              </Link>
            )}
          </section>
        )}
        {faces.length > 0 && (
          <section aria-labelledby="in" className="max-lg:order-6 max-lg:mt-8 lg:hidden">
            <h2 id="in" className="text-part">
              {say("community.in")}
            </h2>
            <Faces faces={faces} member={member} />
          </section>
        )}
        <p className="quiet flex flex-wrap gap-x-5 text-sm max-lg:order-8 max-lg:mt-6 print:hidden">
          <a href={`/api/feeds/communities/${_id}.rss`} className={link}>
            {say("news.feed")}
          </a>
          <Link to={`/embed/make?community=${_id}`} className={link}>
            {say("community.embed")}
          </Link>
          <Link to={`/report?community=${_id}`} rel="nofollow" className={link}>
            {say("community.report")}
          </Link>
        </p>
      </div>
    </article>
  );
}

const link = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

type FacesProps = { faces: readonly { name: string; photo: string | null }[]; member: number };

/** Members who agree to be shown, and the number of others. */
const Faces = ({ faces, member }: FacesProps) => (
  <ul className="mt-2 flex items-center pl-2">
    {faces.map(({ name, photo }, index) => (
      // Names can repeat, and a face has no other key.
      <li key={`${index} ${name}`} className="-ml-2 rounded-full border-2 border-(--ground)">
        <Avatar name={name} photo={photo} className="size-10 text-base" />
        <span className="sr-only">{name}</span>
      </li>
    ))}
    {faces.length > 0 && member > faces.length && (
      <li className="-ml-2 grid h-11 min-w-11 place-items-center rounded-full border-2 border-(--ground) bg-(--kind) px-2 text-sm font-bold text-(--kind-content)">
        <span aria-hidden>{say("faces.more", { count: member - faces.length })}</span>
        <span className="sr-only">{say("community.others", { count: member - faces.length })}</span>
      </li>
    )}
  </ul>
);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} text={say("community.gone")} />;
}
