import { useCallback } from "react";

import { askPage } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import ComingUp from "./coming-up.tsx";

/** The number of cards in a row on a desktop. */
const limit = "3";

/**
 * The soonest events, shown below a member's own empty list. Renders nothing while they load, and nothing if that
 * fails.
 */
export default function ComingSoon() {
  const { asked } = useAnswer(useCallback(() => askPage((api) => api.events.$get({ query: { limit } })), []));
  const events = asked.status === "there" ? asked.answer.rows : [];
  return events.length > 0 && <ComingUp events={events} alike={false} wide />;
}
