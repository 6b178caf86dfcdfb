import { eventPath } from "#domain/events/rules.ts";
import type { ToldEvent } from "#domain/outreach/shapes.ts";
import { say } from "#messages/say.ts";

import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/told";
import { pageMeta } from "../page-meta.ts";
import { EventGround } from "../registrations/event-ground.tsx";
import {
  type Act,
  ActionButton,
  ActionLinkPage,
  type Link,
  OtherEvents,
  useDeedOfLink,
} from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/told", title: say("told.title"), forMembers: true });

const read = (token: string) => ask((api) => api.told[":token"].$get({ param: { token } }));

/** The target of a mail that tells of a new event: its button joins, logged in or not. */
export default function ToldPage() {
  return (
    <ActionLinkPage title={say("told.title")} read={read} instead={<OtherEvents />}>
      {(found, link, act) => (
        <>
          <p className="text-xl leading-snug font-semibold">{sentenceFor(found)}</p>
          <EventGround event={found.event} />
          <Deed found={found} link={link} act={act} />
          <RouterLink to={eventPath(found.event._id)} className="btn btn-ghost self-start px-0">
            {say("link.see")}
          </RouterLink>
        </>
      )}
    </ActionLinkPage>
  );
}

function sentenceFor({ event, registration, over }: ToldEvent): string {
  const { cancelReason: reason } = event;
  if (event.status === "cancelled") return reason ? say("link.cancelled.why", { reason }) : say("link.cancelled");
  if (over) return say("link.over");
  if (registration.state === "waiting") return say("told.waiting");
  return say(registration.state === "joined" ? "told.joined" : "told.new");
}

/** Joins. The page that the mail's button opens does so by itself. */
function Deed({ found, link, act }: { found: ToldEvent; link: Link; act: Act }) {
  const { token, choice } = link;
  const isOpen = !found.over && found.event.status === "active" && found.spot === null;
  const join = () => act(() => ask((api) => api.told[":token"].$post({ param: { token } })), say("told.done"));
  useDeedOfLink(link, isOpen && choice === "join", join);

  if (found.spot !== null) {
    return (
      <a href={`/place#${found.spot}`} className="btn self-start">
        {say("told.change")}
      </a>
    );
  }
  if (!isOpen) return <OtherEvents />;
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton primary onPress={join}>
        {say("told.join")}
      </ActionButton>
    </div>
  );
}
