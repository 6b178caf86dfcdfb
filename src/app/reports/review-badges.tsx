import type { Review } from "#domain/reports/shapes.ts";
import { say } from "#messages/say.ts";

const looks = {
  urgent: "bg-error text-error-content",
  hidden: "bg-base-300",
  // True if a host has to act next.
  answered: "bg-accent text-accent-content",
  waiting: "bg-base-300",
  none: "bg-base-300",
  restore: "bg-base-300",
  delete: "bg-base-300",
} as const;

/** The state of a subject under review, in one or two words. */
export const ReviewBadge = ({ what }: { what: keyof typeof looks }) => (
  <span className={`badge flex-none ${looks[what]}`}>{say(`host.review.${what}`)}</span>
);

/** The state of a review, as badges. */
export function ReviewBadges({ review }: { review: Review }) {
  const { decision, title, urgent, hiddenAt, answeredAt, cause } = review;
  // The words in place of the title say that it is deleted.
  if (decision === "delete" && title === null) return null;
  const shown: (keyof typeof looks)[] = decision
    ? [decision]
    : [
        ...(urgent ? (["urgent"] as const) : []),
        ...(hiddenAt ? (["hidden"] as const) : cause === "report" ? [] : (["waiting"] as const)),
        ...(answeredAt ? (["answered"] as const) : []),
      ];
  return shown.map((what) => <ReviewBadge key={what} what={what} />);
}
