import { momentOf } from "#domain/events/rules.ts";
import type { WholeReview } from "#domain/reports/shapes.ts";
import { say } from "#messages/say.ts";

/** The steps of a review in order: hidden with a question, the owner's answer, and the decision. */
export function ReviewHistory({ review, className }: { review: WholeReview; className: string }) {
  const { hiddenAt, hiddenFor, answer, answeredAt, decidedAt, decidedFor } = review;
  if (!hiddenAt && !answer && !decidedAt) return null;
  return (
    <section aria-labelledby="history" className={className}>
      <h2 id="history" className="text-small">
        {say("host.review.history")}
      </h2>
      <ol className="review-entries">
        {hiddenAt && (
          <li>
            <ReviewEntry label={say("host.review.hidden_for")} text={hiddenFor} told={[momentIn(hiddenAt)]} />
          </li>
        )}
        {answer && (
          <li className="answered">
            <ReviewEntry
              label={say("host.review.answer")}
              text={answer}
              told={answeredAt ? [momentIn(answeredAt)] : []}
            />
          </li>
        )}
        {decidedAt && (
          <li>
            <ReviewEntry label={say("host.review.decided_for")} text={decidedFor} told={[momentIn(decidedAt)]} />
          </li>
        )}
      </ol>
      {hiddenAt && !answer && !decidedAt && <p className="quiet mt-0">{say("host.review.answer.none")}</p>}
    </section>
  );
}

const momentIn = (moment: string) => momentOf(new Date(moment), new Intl.DateTimeFormat().resolvedOptions().timeZone);

type EntryProps = {
  label: string;
  text: string | null;
  /** The role of the person, and the time. */
  told: string[];
};

/** A statement or an action: its kind and words, with the person and time below. */
export const ReviewEntry = ({ label, text, told }: EntryProps) => (
  <>
    <p className="font-semibold">{label}</p>
    {text && (
      <p dir="auto" className="mt-0 break-words whitespace-pre-line">
        {text}
      </p>
    )}
    <p className="quiet mt-1 flex flex-wrap gap-x-4 text-sm">
      {told.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </p>
  </>
);
