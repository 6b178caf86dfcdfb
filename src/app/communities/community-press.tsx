import { lazy, Suspense, useState } from "react";

import { communityPath } from "#domain/communities/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Share } from "../events/event-actions.tsx";
import { useOwnPlace } from "./use-own-place.ts";

import "../ui/bottom-bar.css";
// Styles of a lazily loaded part.
import "../ui/dialog.css";
import "../ui/dialog-foot.css";

const PlaceSheet = lazy(() => import("./place-sheet.tsx"));

type CommunityPressProps = {
  community: { _id: string; slug: string; title: string; member: number; asksFirst: boolean };
  /** True for a community that never had an event. */
  isNew: boolean;
};

/**
 * The one button of a community's page: it joins, and then shows that the reader is a member and opens what they can
 * choose. Organizers have a second one, which leads to its settings, and in a new community the way to its first event.
 * On phones it stays within reach of the thumb.
 */
export function CommunityPress({ community, isNew }: CommunityPressProps) {
  const own = useOwnPlace(community._id);
  const [isOpen, setOpen] = useState(false);
  const { place, isUnknown, joining, isFresh, endFresh } = own;
  const isIn = place?.member === true || place?.waiting === true;
  const close = () => {
    endFresh();
    setOpen(false);
  };
  if (place?.role && isNew) return <FirstSteps community={community} />;
  return (
    <div className="join-bar gap-2 lg:flex lg:flex-wrap">
      {isIn ? (
        <button type="button" className="btn min-w-0 flex-1" onClick={() => setOpen(true)}>
          {say(place.waiting ? "community.asked" : "community.joined")}
        </button>
      ) : (
        <button
          type="button"
          // A member's place is known a moment later, and the button is another one then.
          className={`btn btn-primary min-w-0 flex-1 ${isUnknown ? "invisible" : ""}`}
          aria-disabled={joining.busy || undefined}
          onClick={() => joining.run()}
        >
          {say(joining.busy ? "community.joining" : community.asksFirst ? "community.ask" : "community.join")}
        </button>
      )}
      {place?.role && (
        <Link to={`${communityPath(community.slug)}/edit`} className="btn">
          {say("community.run")}
        </Link>
      )}
      {isIn && (isOpen || isFresh) && (
        <Suspense>
          <PlaceSheet community={community} own={own} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

type FirstStepsProps = { community: { _id: string; slug: string; title: string } };

/** The next steps of an organizer whose community has had no event: to make one, and to tell people. */
const FirstSteps = ({ community: { _id, slug, title } }: FirstStepsProps) => (
  <>
    <div className="join-bar gap-2 lg:flex">
      <Link to={`/create-event?by=${_id}`} className="btn btn-primary min-w-0 flex-1">
        {say("community.first")}
      </Link>
    </div>
    <div className="flex gap-2 max-lg:order-2 max-lg:mt-4">
      <Share path={communityPath(slug)} title={title} className="btn min-w-0 flex-1" />
      <Link to={`${communityPath(slug)}/edit`} className="btn min-w-0 flex-1">
        {say("community.run")}
      </Link>
    </div>
  </>
);
