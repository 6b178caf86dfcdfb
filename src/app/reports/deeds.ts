import type { WholeReview } from "#domain/reports/shapes.ts";

/** A host's possible decisions; approving an unpublished event publishes it. */
export type Deed = "none" | "hide" | "restore" | "approve" | "delete";

type Decidable = Pick<WholeReview, "title" | "hiddenAt" | "cause" | "urgent" | "decision">;

/** The possible decisions, the likeliest first and the irreversible one last; none once the review is decided. */
export function deedsOf({ title, hiddenAt, cause, urgent, decision }: Decidable): Deed[] {
  if (decision) return [];
  if (title === null) return ["none"];
  if (hiddenAt) return ["restore", "delete"];
  if (cause !== "report") return ["approve", "delete"];
  return urgent ? ["hide", "none", "delete"] : ["none", "hide", "delete"];
}
