import { useCallback, useState } from "react";
import { useLocation } from "react-router";

import { eventPath } from "#domain/events/rules.ts";
import type { Invitation } from "#domain/teams/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/invitation";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal, Refusal, sentenceOf } from "../session/refusal.ts";
import { useSession } from "../session/session.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { useDeed } from "../session/use-deed.ts";
import { NarrowPage } from "../ui/narrow-page.tsx";
import { Spinner } from "../ui/spinner.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/invitation", title: say("invitation.title"), forMembers: true });

/** The secret stands in the address, so no other site may see it as the referrer. */
export const headers: Route.HeadersFunction = () => ({ "Referrer-Policy": "no-referrer" });

/** The page of an invitation to organize with others: it says who invites to what, and asks for one press. */
export default function InvitationScreen() {
  // Before the session is known, a call would ask for a token that a visitor does not have.
  const isKnown = useSession().status !== "loading";
  return <NarrowPage title={say("invitation.title")}>{isKnown ? <Known /> : <Spinner />}</NarrowPage>;
}

function Known() {
  const { hash } = useLocation();
  const secret = hash.slice(1) || "-";
  const { asked, again } = useAnswer(useCallback(() => readBy(secret), [secret]));
  return (
    <Answered on="dialog" asked={asked} again={again}>
      {({ answer }) =>
        answer instanceof Refusal ? (
          <p role="alert" className="text-lg">
            {answer.message}
          </p>
        ) : (
          <Open key={secret} invitation={answer} secret={secret} />
        )
      }
    </Answered>
  );
}

/** Reads an invitation; one that is gone is an answer too. */
const readBy = (secret: string): Promise<Invitation | Refusal> =>
  ask((api) => api.invitations[":token"].$get({ param: { token: secret } })).catch((error: unknown) => {
    if (error instanceof Refusal && isRefusal(error, "invitation_gone")) return error;
    throw error;
  });

type Outcome = "accepted" | "declined";

function Open({ invitation, secret }: { invitation: Invitation; secret: string }) {
  const session = useSession();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState("");
  const { about, aboutId, title, invitedBy } = invitation;
  const param = { token: secret };
  const failed = (error: unknown) => setFailure(sentenceOf(error));
  const accept = useDeed(
    () => ask((api) => api.invitations[":token"].$post({ param })),
    () => setOutcome("accepted"),
    failed,
  );
  const decline = useDeed(
    () => ask((api) => api.invitations[":token"].$delete({ param })),
    () => setOutcome("declined"),
    failed,
  );
  const isBusy = accept.busy || decline.busy || undefined;

  if (outcome === "declined") return <p role="status">{say("invitation.declined")}</p>;
  if (outcome === "accepted")
    return (
      <>
        <p role="status" className="text-lg">
          {say("invitation.accepted", { name: invitedBy })}
        </p>
        <div className="flex flex-wrap gap-3">
          <Link
            to={about === "event" ? `/manage-events/${aboutId}` : "/manage-events"}
            className="btn btn-primary max-sm:grow"
          >
            {say("invitation.manage")}
          </Link>
          {about === "event" && (
            <Link to={eventPath(aboutId)} className="btn max-sm:grow">
              {say("invitation.see")}
            </Link>
          )}
        </div>
      </>
    );

  return (
    <>
      <p className="text-lg break-words">{say(`invitation.to.${about}`, { name: invitedBy, title })}</p>
      <p className="quiet">{say("invitation.what", { name: invitedBy })}</p>
      {failure && (
        <p role="alert" className="font-medium text-error">
          {failure}
        </p>
      )}
      {session.status === "member" ? (
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-primary max-sm:grow"
            aria-disabled={isBusy}
            onClick={() => accept.run()}
          >
            {say("invitation.accept")}
          </button>
          <button type="button" className="btn max-sm:grow" aria-disabled={isBusy} onClick={() => decline.run()}>
            {say("invitation.decline")}
          </button>
        </div>
      ) : (
        <>
          <p>{say(invitation.isForAddress ? "invitation.log_in.address" : "invitation.log_in")}</p>
          <div className="flex flex-wrap gap-3">
            <Link to="/login" state={{ from: `/invitation#${secret}` }} className="btn btn-primary max-sm:grow">
              {say("invitation.log_in.link")}
            </Link>
            <Link to="/register" state={{ from: `/invitation#${secret}` }} className="btn max-sm:grow">
              {say("invitation.register.link")}
            </Link>
          </div>
        </>
      )}
    </>
  );
}
