import { useEffect, useState } from "react";

import { communityPath } from "#domain/communities/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { perLocale, say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { FollowButton } from "../follows/follow-button.tsx";
import { ask } from "../session/ask.ts";
import { useSession } from "../session/session.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { DemoTag } from "./demo-tag.tsx";

const inList = perLocale((locale) => new Intl.ListFormat(locale));

type OrganizerCardProps = {
  event: Event;
  /** True if the reader is the organizer, who gets no link to write to themselves. */
  isOwn: boolean;
  /** The names of people who organize it too, and agree to be named. */
  others: readonly string[];
};

/**
 * The organizer card of specification 2 'Event Details': photo or initials, name, the link to write to them, and below
 * it the link to report a problem. Their address stands with the facts. A community has a page, and cannot be blocked.
 */
export function OrganizerCard({
  event: { _id, organizerId, organizer, organizerPhoto, community, email },
  isOwn,
  others,
}: OrganizerCardProps) {
  return (
    <section aria-labelledby="organizer">
      <h2 id="organizer" className="text-part">
        {say("event.organized_by")}
      </h2>
      <div className="pane mt-3 flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
        <Avatar name={organizer} photo={organizerPhoto} className="size-12 text-lg" />
        <div className="min-w-[min(100%,11rem)] flex-1">
          <p dir="auto" className="font-display text-lg font-semibold break-words">
            {organizer} <DemoTag email={email} />
          </p>
          {others.length > 0 && (
            <p dir="auto" className="quiet break-words">
              {say("team.with_named", { names: inList().format(others) })}
            </p>
          )}
        </div>
        {/* Beside the name, space is reserved so that nothing moves once the reader is known; below the name there is
            none, because it would be an empty line. */}
        <div
          className={`flex gap-3 max-sm:w-full print:hidden ${isOwn && !community ? "invisible max-sm:hidden lg:max-xl:hidden" : ""}`}
        >
          {community ? (
            <a href={communityPath(community.slug)} className="btn max-sm:flex-1">
              <Icon name="users-round" />
              <span aria-hidden>{say("event.page.community.short")}</span>
              <span className="sr-only">{say("event.page.community", { organizer })}</span>
            </a>
          ) : (
            <FollowButton
              wish={{ about: "organizer", id: organizerId }}
              name={organizer}
              className="btn max-sm:flex-1"
            />
          )}
          <a href={`mailto:${email}`} className="btn max-sm:flex-1">
            <Icon name="mail" />
            <span aria-hidden>{say("event.page.write.short")}</span>
            <span className="sr-only">{say("event.page.write", { organizer })}</span>
          </a>
        </div>
      </div>
      {!isOwn && (
        <p className="quiet mt-2 flex flex-wrap gap-x-5 text-sm underline underline-offset-4 print:hidden">
          <Link to={`/report?event=${_id}`} rel="nofollow" className="inline-flex min-h-11 items-center">
            {say("event.page.report")}
          </Link>
          {!community && <BlockLink organizerId={organizerId} />}
        </p>
      )}
    </section>
  );
}

/** Lets a member block or unblock the organizer, once it is known which applies. */
function BlockLink({ organizerId: id }: { organizerId: string }) {
  const isMember = useSession().status === "member";
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    if (!isMember) return;
    const param = { id };
    ask((api) => api.account.blocks[":id"].$get({ param })).then(
      ({ blockedAt }) => setBlocked(blockedAt !== null),
      () => {},
    );
  }, [isMember, id]);
  if (!isMember) return null;
  return (
    <Link to={`/block?member=${id}`} rel="nofollow" className="inline-flex min-h-11 items-center">
      {say(isBlocked ? "event.page.unblock" : "event.page.block")}
    </Link>
  );
}
