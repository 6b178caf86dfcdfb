import type { ReactNode } from "react";

import { say } from "#messages/say.ts";

import { Failed, FailedPart } from "../ui/failed.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { Spinner } from "../ui/spinner.tsx";
import type { Unanswered } from "./use-answer.ts";

type AnsweredProps<There> = {
  asked: Unanswered | There;
  /** Repeats the request. */
  again: () => void;
  /** The sentence for a request that failed. */
  failed?: string | undefined;
  /** The place to fill. A failure takes a card on a screen, and a line elsewhere; a part of a page has no spinner. */
  on?: "screen" | "dialog" | "part";
  /** The number of likely rows of a list, outlined while it loads. */
  cards?: number;
  /** The words while a part of a page loads. */
  loading?: string;
  /** Draws the answer. A component that draws it further down leaves this out. */
  children?: (there: There) => ReactNode;
};

/**
 * Shows a request of `useAnswer` or `useList`: that it is loading, that it failed with a button to try again, or its
 * answer. Screen readers are told of the first two.
 */
export function Answered<There extends { status: "there" }>({
  asked,
  again,
  failed = say("loading.failed"),
  on = "screen",
  cards = 0,
  loading = say("loading"),
  children,
}: AnsweredProps<There>) {
  if (asked.status === "there") return children?.(asked);
  if (asked.status === "loading") return on === "part" ? <p role="status">{loading}</p> : <Spinner cards={cards} />;

  function tryAgain() {
    again();
    // The pressed button has disappeared then.
    requestAnimationFrame(() => rescueFocus());
  }
  const Told = on === "screen" ? Failed : FailedPart;
  return <Told text={failed} onAgain={tryAgain} />;
}
