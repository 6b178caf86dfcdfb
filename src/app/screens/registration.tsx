import { lazy, Suspense, useState } from "react";

import { eventPath, momentOf } from "#domain/events/rules.ts";
import { makesOffers } from "#domain/registrations/rules.ts";
import type { LinkedRegistration } from "#domain/registrations/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/registration";
import { pageMeta } from "../page-meta.ts";
import { type Act, ActionButton, type Link, ActionLinkPage, OtherEvents } from "../session/action-link.tsx";
import { EventGround } from "../registrations/event-ground.tsx";
import { FreeSpots } from "../registrations/free-spots.tsx";
import type { LinkedAboutProps } from "../registrations/linked-about.tsx";
import { ask } from "../session/ask.ts";
import { openPart } from "../ui/open-part.ts";

// Lazily loaded parts bring no styles of their own.
import "../ui/dialog-foot.css";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/place", title: say("link.title"), forMembers: true });

const loadAbout = () => import("../registrations/linked-about.tsx");
const LinkedAbout = lazy(loadAbout);

const read = (token: string) => ask((api) => api.spots[":token"].$get({ param: { token } }));

/** The target of mails about a registration: it shows the registration and the possible actions, logged in or not. */
export default function RegistrationPage() {
  return (
    <ActionLinkPage title={say("link.title")} read={read} instead={<OtherEvents />}>
      {(found, link, act) => (
        <>
          <WhatOneHas {...found} link={link} />
          <EventGround event={found.event} />
          <Choices {...found} link={link} act={act} />
          <RouterLink to={eventPath(found.event._id)} className="btn btn-ghost self-start px-0">
            {say("link.see")}
          </RouterLink>
        </>
      )}
    </ActionLinkPage>
  );
}

/** The reader's registration, in words. */
function WhatOneHas({ link, ...found }: LinkedRegistration & { link: Link }) {
  const { registration, event } = found;
  const [now] = useState(() => new Date());
  const waits = registration.state === "waiting" && !registration.offer && !found.over && event.status === "active";
  const names = registration.guests.map(({ name, under18 }) => (under18 ? say("link.under18", { name }) : name));
  return (
    <div>
      <p className="text-xl leading-snug font-semibold">{sentenceFor(found, link)}</p>
      {waits && (
        <p className="mt-1 text-lg">{say(makesOffers(spanOf(event), now) ? "link.hears.turn" : "link.hears.eve")}</p>
      )}
      {found.begun && !found.over && found.event.status === "active" && (
        <p className="mt-1 text-lg">
          {say("link.begun", { end: momentOf(new Date(found.event.eventEnd), found.event.timeZone) })}
        </p>
      )}
      {names.length > 0 && <p className="quiet mt-1 text-lg">{say("link.guests", { names: names.join(", ") })}</p>}
    </div>
  );
}

/** The same in one sentence, because a link to take a spot may lead here after the last spot is gone. */
function sentenceFor({ event, registration, confirmed, over }: LinkedRegistration, { choice }: Link): string {
  const { cancelReason: reason, timeZone } = event;
  if (event.status === "cancelled") return reason ? say("link.cancelled.why", { reason }) : say("link.cancelled");
  if (over) return say("link.over");
  if (registration.state === "joined") {
    return say(confirmed ? "link.joined.confirmed" : "link.joined", { count: registration.guests.length + 1 });
  }
  const people = registration.guests.length + 1;
  if (!registration.offer)
    return say(choice === "take" ? "link.missed" : "link.waiting", { count: registration.position ?? 1 });
  if (!registration.offer.until) {
    const isWhole = registration.offer.spots === people;
    return say(isWhole ? "link.offered.free" : "link.offered.fewer", { count: registration.offer.spots, people });
  }
  return say("link.offered", {
    count: registration.offer.spots,
    until: momentOf(new Date(registration.offer.until), timeZone, true),
  });
}

/** The possible actions; the one of the mail's button comes first. If there is nothing to decide, other events. */
function Choices({ event, registration, confirmed, over, link, act }: LinkedRegistration & { link: Link; act: Act }) {
  if (over || event.status === "cancelled") return <OtherEvents />;
  const { token, choice } = link;
  const param = { token };
  const leaving = choice === "leave";
  const count = registration.offer?.spots ?? registration.guests.length + 1;
  const choices = [
    registration.state === "joined" && !confirmed && (
      <ActionButton
        key="coming"
        primary={!leaving}
        onPress={() => act(() => ask((api) => api.spots[":token"].confirm.$post({ param })), say("link.done.confirm"))}
      >
        {say("link.confirm", { count })}
      </ActionButton>
    ),
    registration.offer && (
      <ActionButton
        key="take"
        primary={!leaving}
        onPress={() =>
          act(() => ask((api) => api.spots[":token"].accept.$post({ param })), say("link.done.accept", { count }))
        }
      >
        {say("link.accept", { count })}
      </ActionButton>
    ),
    <FreeSpots key="free" registration={registration} link={link} act={act} />,
    <About key="about" event={event} registration={registration} link={link} act={act} />,
  ];
  return <div className="flex flex-wrap gap-3">{leaving ? choices.toReversed() : choices}</div>;
}

/** Gives or changes the answers about the registrant and their guests. */
function About(props: Omit<LinkedAboutProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton onPress={() => openPart(loadAbout, () => setOpen(true))}>{say("link.about")}</ActionButton>
      {isOpen && (
        <Suspense>
          <LinkedAbout {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
