import { useCallback } from "react";

import { knownMax } from "#domain/outcomes/rules.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Icon } from "../ui/icon.tsx";

/**
 * The range of how many registrants will probably come; nothing until there is enough data. `version` changes when the
 * list may have changed.
 */
export function ExpectedRange({ eventId, version }: { eventId: string; version: number }) {
  const fetchExpected = useCallback(
    () => ask((api) => api.events[":id"].expected.$get({ param: { id: eventId } })),
    [eventId],
  );
  const { asked } = useAnswer(fetchExpected, version);
  if (asked.status !== "there" || !asked.answer.range) return null;
  const { joined, events: count, range } = asked.answer;
  const sentence = range.from === range.to ? "participants.expected.about" : "participants.expected";
  return (
    <p className="flex items-baseline gap-2">
      <Icon name="gauge" className="quiet size-5 self-center" />
      <span>
        <b>{say(sentence, { ...range, joined })}</b>{" "}
        {say(count < knownMax / 2 ? "participants.expected.few" : "participants.expected.from", { count })}
      </span>
    </p>
  );
}
