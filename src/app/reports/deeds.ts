import type { WholeReview } from "#domain/reports/shapes.ts";

/** What a host decides, in words; saying yes to what nobody has seen yet is showing it. */
export type Deed = "none" | "hide" | "restore" | "approve" | "delete";

type Decidable = Pick<WholeReview, "title" | "hiddenAt" | "cause" | "urgent" | "decision">;

/** What would change something, none once it is decided: the likeliest first, and what cannot be undone last. */
export function deedsOf({ title, hiddenAt, cause, urgent, decision }: Decidable): Deed[] {
  if (decision) return [];
  if (title === null) return ["none"];
  if (hiddenAt) return ["restore", "delete"];
  if (cause !== "report") return ["approve", "delete"];
  return urgent ? ["hide", "none", "delete"] : ["none", "hide", "delete"];
}
