import { useRef, useState } from "react";

import { dateOf } from "#domain/events/rules.ts";
import type { OwnReview } from "#domain/reports/shapes.ts";
import { answerMax } from "#domain/reviews/rules.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/under-review";
import { Link } from "../addresses.ts";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackToAll } from "../ui/back-to-all.tsx";
import { CountedField } from "../ui/counted-field.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { rescueFocus } from "../ui/focus.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/under-review", title: say("own_reviews.title"), forMembers: true });

const fetchReviews = () => ask((api) => api.account.reviews.$get({}));

/** The member's hidden or held-back events and pictures: the reason, and the member's answer. */
export default function UnderReview() {
  const { asked, again } = useAnswer(fetchReviews);
  return (
    <div className="flex w-full max-w-narrow flex-col gap-3">
      <div>
        <BackToAll to="/manage-events" text={say("own_reviews.events")} />
        <h1 className="text-page">{say("own_reviews.title")}</h1>
        <p className="quiet text-lg">{say("own_reviews.lead")}</p>
      </div>
      <Answered asked={asked} again={again} cards={1}>
        {({ answer }) =>
          answer.length === 0 ? (
            <EmptyState title={say("own_reviews.empty.title")} text={say("own_reviews.empty.text")}>
              <Link to="/manage-events" className="btn btn-primary">
                {say("own_reviews.events")}
              </Link>
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-5">
              {answer.map((review) => (
                <li key={review._id}>
                  <ReviewCard review={review} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </div>
  );
}

const dayOf = (moment: string) => dateOf(new Date(moment), new Intl.DateTimeFormat().resolvedOptions().timeZone);

function ReviewCard({ review }: { review: OwnReview }) {
  const { _id, about, title, since, reason, cause } = review;
  const card = useRef<HTMLElement>(null);
  const [sent, setSent] = useState(review.answer === null ? null : { text: review.answer, at: review.answeredAt });
  const [isWriting, setWriting] = useState(sent === null);
  const date = dayOf(since);

  /** The pressed button is gone then. */
  function turnTo(form: boolean) {
    setWriting(form);
    requestAnimationFrame(() => rescueFocus((form && card.current?.querySelector("textarea")) || card.current));
  }

  async function send({ text = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.account.reviews[":id"].$put({ param: { id: _id }, json: { text } }));
      setSent({ text, at: new Date().toISOString() });
      turnTo(false);
      toast("success", say("own_reviews.sent"));
    } catch (error) {
      return refused(error, say("own_reviews.failed"), say("typed.kept"));
    }
  }

  return (
    <article ref={card} tabIndex={-1} className="sheet flex flex-col gap-4 p-5 outline-none sm:p-7">
      <div>
        <h2 dir="auto" className="text-part break-words">
          {say(`review.thing.${about}`, { title })}
        </h2>
        <p className="quiet">{say(reason === null ? "own_reviews.waiting" : "own_reviews.hidden", { date })}</p>
      </div>
      <div className="rounded-field bg-base-200 px-4 py-3">
        <p className="font-semibold">{say("own_reviews.why")}</p>
        <p dir="auto" className="break-words whitespace-pre-line">
          {reason ?? say(cause === "words" ? "own_reviews.words" : "own_reviews.first")}
        </p>
      </div>
      {sent && !isWriting && (
        <div className="px-4">
          <p className="font-semibold">{say("own_reviews.answer")}</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {sent.text}
          </p>
          <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
            <span className="quiet text-sm">{sent.at && say("own_reviews.sent_on", { date: dayOf(sent.at) })}</span>
            <button
              type="button"
              aria-label={say("own_reviews.change_of", { title: say(`review.thing.${about}`, { title }) })}
              className="btn px-3"
              onClick={() => turnTo(true)}
            >
              {say("own_reviews.change")}
            </button>
          </p>
        </div>
      )}
      {isWriting && (
        <DraftedForm
          name={`review.${_id}`}
          label={say("own_reviews.answer")}
          className="flex flex-col gap-4"
          check={({ text = "" }): FieldErrors =>
            lengthOf(text.trim()) > answerMax ? { text: say("rule.answer.too_long") } : {}
          }
          onSend={send}
        >
          {(draft) => (
            <>
              <CountedField
                name="text"
                label={say("own_reviews.answer")}
                max={answerMax}
                full={say("rule.answer.too_long")}
                placeholder={say("own_reviews.answer.placeholder")}
                initial={draft["text"] ?? sent?.text ?? ""}
                whenMissing={say("rule.answer.required")}
                required
                multiline
                rows={4}
              />
              <SubmitButton busy={say("own_reviews.sending")} className="sm:self-start">
                {say("own_reviews.send")}
              </SubmitButton>
            </>
          )}
        </DraftedForm>
      )}
    </article>
  );
}
