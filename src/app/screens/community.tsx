import { useRef } from "react";

import { cutShort } from "#domain/events/rules.ts";
import { listCommunities } from "#domain/communities/queries.ts";
import type { Community } from "#domain/communities/shapes.ts";
import { say } from "#messages/communities.ts";

import type { Route } from "./+types/community";
import { pageMeta } from "../page-meta.ts";
import { orRefusal, visitor } from "../context.ts";
import { useMemberships } from "../communities/use-memberships.ts";
import { rescueFocus } from "../ui/focus.ts";
import { EmptyState } from "../ui/empty-state.tsx";

export const loader = ({ context }: Route.LoaderArgs) => orRefusal(listCommunities(context.get(visitor)));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/community", title: say("community.title"), description: say("community.description") });

/** Specification 2 'Community': the grid, in which a member joins with one tap. */
export default function Communities({ loaderData: communities }: Route.ComponentProps) {
  const { joined, joining, join } = useMemberships();
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-page">{say("community.title")}</h1>
        <p className="quiet text-lg">{say("community.lead")}</p>
      </div>
      {communities.length === 0 ? (
        <EmptyState title={say("community.empty.title")} text={say("community.empty.text")} />
      ) : (
        <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {communities.map((community) => (
            <li key={community._id}>
              <CommunityCard
                community={community}
                state={joined.has(community._id) ? "joined" : joining === community._id ? "joining" : "open"}
                onJoin={() => join(community._id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type CommunityCardProps = { community: Community; state: "open" | "joining" | "joined"; onJoin: () => Promise<void> };

function CommunityCard({ community, state, onJoin }: CommunityCardProps) {
  const { title, image, description, member } = community;
  const card = useRef<HTMLElement>(null);
  return (
    <article ref={card} tabIndex={-1} className="sheet flex h-full flex-col overflow-hidden">
      {image && (
        <img
          src={image}
          alt=""
          width={480}
          height={300}
          loading="lazy"
          referrerPolicy="no-referrer"
          className="picture aspect-[16/10] w-full bg-base-300 object-cover"
        />
      )}
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 dir="auto" className="line-clamp-2 text-xl leading-snug break-words">
          {title}
        </h2>
        <p dir="auto" className="quiet break-words">
          {cutShort(description)}
        </p>
        <p className="mt-auto pt-2 font-semibold text-accent">{say("community.members", { count: member })}</p>
        {state === "joined" ? (
          <button type="button" disabled aria-label={say("community.joined_of", { title })} className="btn mt-1">
            {say("community.joined")}
          </button>
        ) : (
          <button
            type="button"
            aria-label={say("community.join_of", { title })}
            aria-disabled={state === "joining" || undefined}
            className="btn btn-secondary mt-1"
            // A button that has become disabled lets focus go.
            onClick={() => void onJoin().then(() => rescueFocus(card.current))}
          >
            {say(state === "joining" ? "community.joining" : "community.join")}
          </button>
        )}
      </div>
    </article>
  );
}
