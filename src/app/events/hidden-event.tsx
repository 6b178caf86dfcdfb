import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { useSession } from "../session/session.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { FailedPart } from "../ui/failed.tsx";
import { InPlace } from "../ui/in-place.tsx";

/**
 * Takes the place of a hidden event and says nothing about it. Its organizer sees the reason and a link to answer;
 * other members see a link to their joined events. Until the session is known, returning members see no button, since
 * it might change.
 */
export default function HiddenEvent({ id }: { id: string }) {
  if (useSession().status === "member") return <ForMember id={id} />;
  return (
    <InPlace scene="empty" title={say("event.under_review")} text={say("event.under_review.text")}>
      <Link to="/upcoming-events" className="btn btn-primary visitors-only">
        {say("error.404.events")}
      </Link>
      <Link to="/" className="btn visitors-only">
        {say("error.404.home")}
      </Link>
    </InPlace>
  );
}

const fetchReviews = () => ask((api) => api.account.reviews.$get({}));

function ForMember({ id }: { id: string }) {
  const { asked, again } = useAnswer(fetchReviews);
  const own = asked.status === "there" && asked.answer.find(({ eventId }) => eventId === id);
  if (own) {
    return (
      <InPlace
        scene="empty"
        title={say("event.under_review.yours")}
        text={say(own.answer === null ? "event.under_review.yours.text" : "event.under_review.yours.answered", {
          title: own.title,
        })}
        more={
          own.reason && (
            <div className="w-full rounded-field border border-base-300 bg-base-100 px-4 py-3 text-start">
              <p className="font-semibold">{say("event.under_review.why")}</p>
              <p dir="auto" className="break-words whitespace-pre-line">
                {own.reason}
              </p>
            </div>
          )
        }
      >
        <Link to="/under-review" className={`btn ${own.answer === null ? "btn-primary" : ""}`}>
          {say(own.answer === null ? "event.under_review.answer" : "event.under_review.own_answer")}
        </Link>
        <Link to="/manage-events" className="btn">
          {say("event.under_review.events")}
        </Link>
      </InPlace>
    );
  }
  return (
    <InPlace
      scene="empty"
      title={say("event.under_review")}
      text={say("event.under_review.text")}
      below={asked.status === "failed" && <FailedPart text={say("event.under_review.unknown")} onAgain={again} />}
    >
      {asked.status !== "loading" && (
        <>
          <Link to="/joined-events" className="btn btn-primary">
            {say("event.see_joined")}
          </Link>
          <Link to="/upcoming-events" className="btn">
            {say("error.404.events")}
          </Link>
        </>
      )}
    </InPlace>
  );
}
