import { useCallback, useMemo, useState } from "react";

import { dateOf } from "#domain/events/rules.ts";
import type { InvitationMade, OpenInvitation, Organizer, Team } from "#domain/teams/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Answered } from "../session/answered.tsx";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { useDeed } from "../session/use-deed.ts";
import { useProof } from "../session/use-proof.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { fromMenu, MoreMenu } from "../ui/more-menu.tsx";
import { toast } from "../ui/toast.tsx";
import { LinkMade } from "./link-made.tsx";
import { UndoNote } from "./undo-note.tsx";
import { type At, callsAt, type TeamCalls } from "./team-calls.ts";

import "./teams.css";

type OrganizeProps = {
  at: At;
  /** The zone in which dates are said. */
  timeZone: string;
  onClose: () => void;
  /** The caller has left; `undo` brings their rights back. */
  onLeft: (undo: () => Promise<unknown>) => void;
};

/** The sheet of the people who organize an event or a community together: invite, and end rights. */
export default function OrganizeWithOthers({ at, timeZone, onClose, onLeft }: OrganizeProps) {
  const key = "eventId" in at ? at.eventId : at.communityId;
  const isEvent = "eventId" in at;
  const calls = useMemo(() => callsAt(isEvent ? { eventId: key } : { communityId: key }), [isEvent, key]);
  const { asked, again } = useAnswer(useCallback(() => calls.read(), [calls]));
  return (
    <Dialog title={say("team.title")} width="34rem" onClose={onClose}>
      <Answered on="dialog" asked={asked} again={again} failed={say("team.failed")}>
        {({ answer }) => (
          <People team={answer} at={at} calls={calls} timeZone={timeZone} onChanged={again} onLeft={onLeft} />
        )}
      </Answered>
    </Dialog>
  );
}

type PeopleProps = {
  team: Team;
  at: At;
  calls: TeamCalls;
  timeZone: string;
  onChanged: () => void;
  onLeft: OrganizeProps["onLeft"];
};

function People({ team, at, calls, timeZone, onChanged, onLeft }: PeopleProps) {
  const [made, setMade] = useState<InvitationMade | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const over = useCallback(() => setEnded(null), []);
  const { proof, proven } = useProof();
  const me = team.people.find(({ isMe }) => isMe);

  async function invite({ email = "" }: Record<string, string>) {
    try {
      const invited = await proven(() => calls.invite(email.trim()));
      setMade(null);
      toast("success", say("team.invited", { email: invited.invitation.email ?? "" }));
      onChanged();
      return {};
    } catch (error) {
      return refused(error);
    }
  }
  const link = useDeed(
    () => proven(() => calls.invite()),
    (invited) => {
      setMade(invited);
      onChanged();
    },
  );
  const named = useDeed((isNamed: boolean) => calls.setNamed(isNamed), onChanged);

  return (
    <>
      <p className="quiet mt-2">{say(team.role === "owner" ? "team.text" : "team.text.organizer")}</p>
      {proof}
      <Form key={team.invitations.length} onSend={invite} className="team-invite" label={say("team.invite")}>
        <EmailField label={say("team.email")} autoComplete="off" />
        <SubmitButton busy={say("team.inviting")}>{say("team.invite")}</SubmitButton>
      </Form>
      {made?.url == null ? (
        <button
          type="button"
          className="btn btn-ghost mt-1"
          aria-disabled={link.busy || undefined}
          onClick={() => link.run()}
        >
          <Icon name="share-2" className="size-5" />
          {say("team.link")}
        </button>
      ) : (
        <LinkMade url={made.url} until={dateOf(new Date(made.invitation.expiresAt), timeZone)} />
      )}
      {ended && (
        <UndoNote
          key={ended.id}
          name={ended.name}
          undo={() => calls.restore(ended.id)}
          onUndone={() => {
            over();
            onChanged();
          }}
          onOver={over}
        />
      )}
      <ul aria-label={say("team.people")} className="team-people">
        {team.people.map((person) => (
          <Person
            key={person._id}
            person={person}
            mayLetGo={team.role === "owner" && !person.isMe && (person.isHere || "communityId" in at)}
            onEnded={setEnded}
            {...{ at, calls, timeZone, onChanged }}
          />
        ))}
        {team.invitations.map((invitation) => (
          <Invited key={invitation._id} {...{ invitation, calls, timeZone, onChanged }} />
        ))}
      </ul>
      {me?.isHere && (me.role === "organizer" || "communityId" in at) && (
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox"
            checked={named.doing ? named.doing[0] : me.isNamed}
            aria-disabled={named.busy || undefined}
            onChange={(event) => named.run(event.target.checked)}
          />
          {say("eventId" in at ? "team.named" : "team.named.community")}
        </label>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        {"eventId" in at && (
          <Link to={`/manage-events/${at.eventId}/log`} className="btn btn-ghost">
            {say("team.log")}
          </Link>
        )}
        {me?.isHere && me.role === "organizer" && <Leave id={me._id} calls={calls} onLeft={onLeft} />}
      </div>
    </>
  );
}

/** An organizer whose rights the caller has just ended. */
type Ended = { id: string; name: string };

type PersonProps = Pick<PeopleProps, "at" | "calls" | "timeZone" | "onChanged"> & {
  person: Organizer;
  mayLetGo: boolean;
  onEnded: (ended: Ended) => void;
};

function Person({ person, mayLetGo, onEnded, at, calls, timeZone, onChanged }: PersonProps) {
  const [asks, setAsks] = useState(false);
  const { proof, proven } = useProof();
  const { _id: id, name, photo } = person;
  const letGo = useDeed(
    () => calls.letGo(id),
    () => {
      onEnded({ id, name });
      onChanged();
    },
  );
  const makeOwner = useDeed(
    () => proven(() => calls.makeOwner(id)),
    () => {
      toast("success", say("eventId" in at ? "team.offered" : "team.owner_made", { name }));
      onChanged();
    },
  );
  return (
    <li>
      <Avatar name={name} photo={photo} />
      <div>
        <p dir="auto" className="font-semibold">
          {name}
        </p>
        <p className="quiet text-sm">{roleInWords(person, timeZone)}</p>
      </div>
      {mayLetGo && (
        <MoreMenu id={`organizer-${id}`} label={say("team.more_of", { name })}>
          {(person.role === "organizer" || "eventId" in at) && (
            <button type="button" onClick={fromMenu(() => makeOwner.run())}>
              <Icon name="key-round" className="size-5" />
              {say("team.make_owner")}
            </button>
          )}
          <button type="button" className="apart text-error" onClick={fromMenu(() => setAsks(true))}>
            <Icon name="user-minus" className="size-5" />
            {say("team.end")}
          </button>
        </MoreMenu>
      )}
      {proof}
      {asks && (
        <div role="alert" className="team-question">
          <p>{say("team.end.sure", { name })}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <button
              type="button"
              className="btn btn-error"
              aria-disabled={letGo.busy || undefined}
              onClick={() => letGo.run()}
            >
              {say("team.end")}
            </button>
            <button type="button" className="btn" onClick={() => setAsks(false)}>
              {say("cancel")}
            </button>
          </div>
        </div>
      )}
    </li>
  );
}

function roleInWords({ isMe, role, since }: Organizer, timeZone: string): string {
  if (role === "owner") return say(isMe ? "team.owner.me" : "team.owner");
  const date = since === null ? "" : dateOf(new Date(since), timeZone);
  return say(isMe ? "team.organizer.me" : "team.organizer", { date });
}

type InvitedProps = Pick<PeopleProps, "calls" | "timeZone" | "onChanged"> & { invitation: OpenInvitation };

function Invited({ invitation: { _id: id, email, expiresAt }, calls, timeZone, onChanged }: InvitedProps) {
  const who = email ?? say("team.by_link");
  const { busy, run } = useDeed(
    () => calls.takeBack(id),
    () => {
      toast("success", say("team.taken_back", { who }));
      onChanged();
    },
  );
  return (
    <li>
      <span className="team-envelope">
        <Icon name="mail" className="size-5" />
      </span>
      <div>
        <p className="font-semibold">
          <bdi>{who}</bdi>
        </p>
        <p className="quiet text-sm">{say("team.until", { date: dateOf(new Date(expiresAt), timeZone) })}</p>
      </div>
      <button
        type="button"
        aria-label={say("team.take_back_of", { who })}
        aria-disabled={busy || undefined}
        className="btn btn-ghost"
        onClick={() => run()}
      >
        {say("team.take_back")}
      </button>
    </li>
  );
}

/** Lets the caller leave, after a question. */
function Leave({ id, calls, onLeft }: { id: string; calls: TeamCalls; onLeft: OrganizeProps["onLeft"] }) {
  const [asks, setAsks] = useState(false);
  const { busy, run } = useDeed(
    () => calls.letGo(id),
    () => onLeft(() => calls.restore(id)),
  );
  if (!asks)
    return (
      <button type="button" className="btn btn-error" onClick={() => setAsks(true)}>
        {say("team.leave")}
      </button>
    );
  return (
    <div role="alert" className="w-full rounded-box border-[1.5px] border-error px-4 py-3.5">
      <p>{say("team.leave.sure")}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <button type="button" className="btn btn-error" aria-disabled={busy || undefined} onClick={() => run()}>
          {say("team.leave")}
        </button>
        <button type="button" className="btn" onClick={() => setAsks(false)}>
          {say("team.stay")}
        </button>
      </div>
    </div>
  );
}
