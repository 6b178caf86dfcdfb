import { useCallback } from "react";

import { askPage } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import ComingUp from "./coming-up.tsx";

/** As many as stand beside each other at a desk. */
const limit = "3";

/** The soonest events, below a list of one's own that is empty; nothing until they are there, and nothing when they fail. */
export default function ComingSoon() {
  const { asked } = useAnswer(useCallback(() => askPage((api) => api.events.$get({ query: { limit } })), []));
  const events = asked.status === "there" ? asked.answer.rows : [];
  return events.length > 0 && <ComingUp events={events} alike={false} wide />;
}
