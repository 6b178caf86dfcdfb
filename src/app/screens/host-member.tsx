import { type ReactNode, useCallback } from "react";
import { useParams } from "react-router";

import { communityPath } from "#domain/communities/rules.ts";
import { eventPath } from "#domain/events/rules.ts";
import type { WholeMember } from "#domain/hosting/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/host-member";
import { deviceName } from "../accounts/device-name.ts";
import { Link } from "../addresses.ts";
import { LogEntries } from "../hosting/log-entries.tsx";
import { MemberDeeds } from "../hosting/member-deeds.tsx";
import { NameOwner } from "../hosting/name-owner.tsx";
import { dayOf, momentOf } from "../hosting/moment.ts";
import { pageMeta } from "../page-meta.ts";
import { ReviewBadge } from "../reports/review-badges.tsx";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Avatar } from "../ui/avatar.tsx";
import { BackToAll } from "../ui/back-to-all.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/host/members", title: say("host.members.title"), forMembers: true });

/** A member, with what a host needs to know to decide, and the possible actions. */
export default function HostMember() {
  const { id = "" } = useParams();
  const { asked, again } = useAnswer(useCallback(() => readMember(id), [id]));
  return (
    <div className="flex flex-col gap-6">
      <BackToAll to="/host/members" text={say("host.member.back")} />
      <Answered asked={asked} again={again} cards={3}>
        {({ answer }) =>
          answer ? <Whole member={answer} onChanged={again} /> : <EmptyState title={say("host.member.gone")} />
        }
      </Answered>
    </div>
  );
}

/** The member; null once their account is gone. */
const readMember = (id: string) =>
  ask((api) => api.host.members[":id"].$get({ param: { id } })).catch((error: unknown) => {
    if (isRefusal(error, "not_found")) return null;
    throw error;
  });

function Whole({ member, onChanged }: { member: WholeMember; onChanged: () => void }) {
  const { name, email, image, suspendedAt, suspendedFor, deletionAt, events, eventsTotal, rights, sessions, log } =
    member;
  const facts = [
    [say("host.member.address"), member.emailVerified ? email : `${email} · ${say("host.members.unconfirmed")}`],
    [say("host.member.joined"), dayOf(member.since)],
    [say("host.member.organizes"), String(eventsTotal)],
    [say("host.member.registrations"), String(member.registrations)],
  ] as const;
  return (
    <>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Avatar name={name || email} photo={image} className="size-14 text-lg" />
          <h1 dir="auto" className="min-w-0 flex-[1_1_10rem] text-page wrap-anywhere">
            {name || email}
          </h1>
          <MemberDeeds member={member} onChanged={onChanged} />
        </div>
        {suspendedAt && (
          <div className="rounded-box border border-error p-4">
            <p className="font-semibold">{say("host.member.suspended", { date: momentOf(suspendedAt) })}</p>
            <p dir="auto" className="wrap-anywhere">
              {suspendedFor}
            </p>
          </div>
        )}
        {deletionAt && <p>{say("host.member.deletion", { date: momentOf(deletionAt) })}</p>}
        <dl className="sheet host-facts" data-of="member">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="quiet text-sm">{label}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Part
        title={say("host.member.events")}
        none={say("host.member.events.none")}
        note={
          eventsTotal > events.length
            ? say("host.member.events.some", { shown: events.length, count: eventsTotal })
            : undefined
        }
      >
        {inOrder(events).map((event) => (
          <li key={event._id} className="host-event">
            <Link
              to={eventPath(event._id)}
              dir="auto"
              className="-my-2.5 py-2.5 font-semibold wrap-anywhere underline underline-offset-4"
            >
              {event.title}
            </Link>
            <span className="quiet text-sm">{momentOf(event.eventDate)}</span>
            <span className="quiet text-sm">{say("host.member.taken", { count: event.taken })}</span>
            <State status={event.status} />
          </li>
        ))}
      </Part>
      <Part title={say("host.member.rights")} none={say("host.member.rights.none")}>
        {rights.map((right) => (
          <li key={right._id} className="host-event">
            <Link
              to={right.slug === null ? eventPath(right._id) : communityPath(right.slug)}
              dir="auto"
              className="-my-2.5 py-2.5 font-semibold wrap-anywhere underline underline-offset-4"
            >
              {right.title}
            </Link>
            <span className="quiet text-sm">{say(`host.member.right.${right.about}`)}</span>
            <span className="quiet text-sm">
              {say(right.role === "owner" ? "host.member.right.owner" : "host.member.right.organizer")}
            </span>
            {right.isHidden && <span className="quiet text-sm">{say("host.member.right.hidden")}</span>}
            {right.about === "community" && <NameOwner id={right._id} title={right.title} onDone={onChanged} />}
          </li>
        ))}
      </Part>
      <Part title={say("host.member.sessions")} none={say("host.member.sessions.none")}>
        {sessions.map(({ browser, since, lastSeen }) => (
          <li key={`${since} ${lastSeen}`} className="host-entry">
            <p>{deviceName(browser ?? "")}</p>
            <p className="quiet flex flex-wrap gap-x-4 text-sm">
              <span>{say("host.member.session.since", { date: momentOf(since) })}</span>
              <span>{say("host.member.session.seen", { date: momentOf(lastSeen) })}</span>
            </p>
          </li>
        ))}
      </Part>
      <section aria-labelledby="what-hosts-did" className="flex flex-col gap-3">
        <h2 id="what-hosts-did" className="text-part">
          {say("host.member.log")}
        </h2>
        {log.length > 0 ? (
          <LogEntries entries={log} withMember={false} />
        ) : (
          <p className="quiet">{say("host.member.log.none")}</p>
        )}
      </section>
    </>
  );
}

/** Upcoming events, soonest first; then those that have begun, latest first. */
function inOrder(events: WholeMember["events"]): WholeMember["events"] {
  const now = new Date().toISOString();
  const sorted = events.toSorted((one, other) => one.eventDate.localeCompare(other.eventDate));
  return [
    ...sorted.filter(({ eventDate }) => eventDate >= now),
    ...sorted.filter(({ eventDate }) => eventDate < now).toReversed(),
  ];
}

/** A badge that says if an event is public; states that concern hosts stand out. */
function State({ status }: Pick<WholeMember["events"][number], "status">) {
  if (status === "under_review") return <ReviewBadge what="hidden" />;
  if (status === "waiting") return <ReviewBadge what="waiting" />;
  return <span className="quiet text-sm">{say(`host.member.status.${status}`)}</span>;
}

type PartProps = { title: string; none: string; note?: string | undefined; children: ReactNode[] };

/** A list below its heading, or a sentence that it is empty. */
function Part({ title, none, note, children }: PartProps) {
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-part">{title}</h2>
        {note && <p className="quiet text-sm">{note}</p>}
      </div>
      {children.length > 0 ? (
        <ul className="sheet divide-y divide-base-300">{children}</ul>
      ) : (
        <p className="quiet">{none}</p>
      )}
    </section>
  );
}
