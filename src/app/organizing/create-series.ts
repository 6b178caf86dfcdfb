import type { EventInputJson } from "#domain/organizing/shapes.ts";

import { ask } from "../session/ask.ts";
import type { EventDraft } from "./event-form.ts";
import { repeatsInputOf } from "./repeat-form.ts";

export { checkRepeats, repeatAnswer } from "./repeat-form.ts";

/** Creates a series from the form of its first date. A copy that repeats is a new event. */
export function createSeries(values: EventDraft, { copiedFrom: _copied, ...event }: EventInputJson) {
  const rule = repeatsInputOf(values);
  if (!rule) throw new Error("the event happens once");
  return ask((api) => api.series.$post({ json: { event, ...rule } }));
}
