import { lazy, type ReactNode, Suspense, useRef } from "react";
import { useLocation } from "react-router";

import { cutShort } from "#domain/events/rules.ts";
import { listCommunities } from "#domain/communities/queries.ts";
import type { Community } from "#domain/communities/shapes.ts";
import { communityPath } from "#domain/communities/rules.ts";
import type { OwnCommunity } from "#domain/rights/shapes.ts";
import { pageMax } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/community";
import { Link } from "../addresses.ts";
import { pageMeta } from "../page-meta.ts";
import { orRefusal, showsOnly, visitor } from "../context.ts";
import { CommunityPicture } from "../communities/community-picture.tsx";
import { useMemberships } from "../communities/use-memberships.ts";
import { lastShown } from "../session/last-shown.ts";
import { rescueFocus } from "../ui/focus.ts";
import { CutText } from "../ui/cut-text.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

// Styles of a lazily loaded part.
import "../ui/dialog.css";
import "../ui/dialog-foot.css";

const JoinedSheet = lazy(() => import("../communities/joined-sheet.tsx"));

export function loader({ context, request }: Route.LoaderArgs) {
  context.get(showsOnly)("communities");
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  return orRefusal(context, listCommunities(context.get(visitor), { limit: pageMax, cursor }));
}

const list = lastShown<Awaited<ReturnType<typeof loader>>>();

/** In the browser, the loaded communities stay if reloading fails after a member has joined one. */
export const clientLoader = ({ serverLoader, request }: Route.ClientLoaderArgs) =>
  list.load(new URL(request.url).search, serverLoader);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/community", title: say("community.title"), description: say("community.description") });

/** Specification 2 'Community': the grid, in which a member joins with one tap. Their own communities lead it. */
export default function Communities({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation();
  list.useShown(search, loaderData);
  const { rows, next } = loaderData;
  const { joined, run, changing, join, leave, forget, fresh, endFresh } = useMemberships();
  const isFirstPage = !new URLSearchParams(search).has("cursor");
  const communities = isFirstPage ? ownFirst(run, rows) : rows;
  const isRun = new Set(run.map(({ _id }) => _id));
  const freshOne = communities.find(({ _id }) => _id === fresh);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h1 className="text-page">{say("community.title")}</h1>
          <p className="quiet text-lg">{say("community.lead")}</p>
        </div>
        {/* Visitors log in on the way: for members alone it would come late, and move the list. */}
        <Link to="/community/new" className="btn btn-ghost max-sm:px-0">
          {say("start.title")}
        </Link>
      </div>
      {communities.length === 0 ? (
        <EmptyState title={say("community.empty.title")} text={say("community.empty.text")} />
      ) : (
        <ul className="communities grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {communities.map((community) => (
            <li key={community._id}>
              <CommunityCard
                community={community}
                joined={joined.has(community._id)}
                isRun={isRun.has(community._id)}
                busy={changing === community._id}
                onJoin={() => join(community)}
                onLeave={() => leave(community._id)}
              />
            </li>
          ))}
        </ul>
      )}
      {next && (
        <Link to={`/community?cursor=${next}`} className="btn self-center">
          {say("list.more")}
        </Link>
      )}
      {freshOne && (
        <Suspense>
          <JoinedSheet community={freshOne} onLeft={() => forget(freshOne._id)} onClose={endFresh} />
        </Suspense>
      )}
    </div>
  );
}

type Card = Pick<Community, "_id" | "title" | "image" | "description" | "member" | "slug">;

/** A member's own communities, also unlisted ones, before the others. */
const ownFirst = (run: readonly OwnCommunity[], rows: readonly Card[]): Card[] => [
  ...run.map(({ name, ...own }) => ({ ...own, title: name })),
  ...rows.filter((row) => run.every(({ _id }) => _id !== row._id)),
];

type CommunityCardProps = {
  community: Card;
  joined: boolean;
  /** True if the reader organizes it. */
  isRun: boolean;
  busy: boolean;
  onJoin: () => Promise<void>;
  onLeave: () => Promise<void>;
};

function CommunityCard({ community, joined, isRun, busy, onJoin, onLeave }: CommunityCardProps) {
  const { title, image, description, member, slug } = community;
  const card = useRef<HTMLElement>(null);
  // A button that is disabled or removed loses focus.
  const press = (action: () => Promise<void>) => () => void action().then(() => rescueFocus(card.current));
  return (
    <article
      ref={card}
      tabIndex={-1}
      className="community sheet flex h-full flex-wrap items-start gap-x-3 overflow-hidden p-3 sm:flex-col sm:flex-nowrap sm:items-stretch sm:p-0"
    >
      <CommunityPicture address={image} title={title} />
      <div className="contents flex-1 flex-col p-5 sm:flex">
        <div className="min-w-0 flex-1 sm:flex-none">
          <h2 dir="auto" className="line-clamp-2 text-xl leading-snug break-words">
            <Link to={communityPath(slug)} prefetch="intent">
              {title}
            </Link>
          </h2>
          <span className="block font-semibold text-accent">{say("community.members", { count: member })}</span>
        </div>
        <Description text={description}>
          <Link
            to={`/report?community=${community._id}`}
            rel="nofollow"
            aria-label={say("community.report_of", { title })}
            className="quiet inline-flex min-h-11 items-center text-sm underline underline-offset-4"
          >
            {say("community.report")}
          </Link>
        </Description>
        {/* On a phone the link shares the last line of the text above, if both fit. */}
        <div className="relative mt-auto pt-2 max-sm:ms-auto sm:pt-4 min-[23rem]:max-sm:-mt-13">
          {isRun ? (
            <Link
              to={`${communityPath(slug)}/edit`}
              aria-label={say("community.manage_of", { title })}
              className="btn w-full"
            >
              {say("community.manage")}
            </Link>
          ) : joined ? (
            <div className="flex gap-2">
              <button
                type="button"
                disabled
                aria-label={say("community.joined_of", { title })}
                className="btn min-w-0 flex-1"
              >
                {say("community.joined")}
              </button>
              <button
                type="button"
                aria-label={say("community.leave_of", { title })}
                aria-disabled={busy || undefined}
                className="btn btn-ghost px-3"
                onClick={press(onLeave)}
              >
                {say("community.leave")}
              </button>
            </div>
          ) : (
            <button
              type="button"
              aria-label={say("community.join_of", { title })}
              aria-disabled={busy || undefined}
              className="btn w-full"
              onClick={press(onJoin)}
            >
              {say(busy ? "community.joining" : "community.join")}
            </button>
          )}
        </div>
      </div>
    </article>
  );
}

/** A community's description, cut as the specification says; the rest unfolds without script. */
function Description({ text, children }: { text: string; children: ReactNode }) {
  const cut = cutShort(text);
  const style = "quiet break-words";
  if (cut === text) {
    return (
      <div className="mt-2 w-full">
        <p dir="auto" className={style}>
          {text}
        </p>
        {children}
      </div>
    );
  }
  return (
    <details className="group relative mt-2 w-full">
      {/* The link to the rest has a line of its own: behind the text, it would fit on some cards and not on others. */}
      <summary className="block cursor-pointer">
        <p dir="auto" className={`${style} group-open:hidden`}>
          <CutText text={cut} />
        </p>
        <p dir="auto" className={`${style} hidden group-open:block`}>
          {text}
        </p>
        <span className="mt-2 block font-semibold underline underline-offset-4 max-sm:leading-11">
          <span className="group-open:hidden">{say("community.more")}</span>
          <span className="hidden group-open:inline">{say("community.less")}</span>
        </span>
      </summary>
      {children}
    </details>
  );
}
