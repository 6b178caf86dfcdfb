import { useState } from "react";

import type { FoundEvent, FoundEvents } from "#domain/imports/shapes.ts";

import { ask } from "../session/ask.ts";
import { isRefusal, Refusal, sentenceOf } from "../session/refusal.ts";
import { type Choices, chosenOf, eventOf, sourceOf } from "./choices.ts";

/** The outcome of one event: imported, or the reason why not. */
export type Outcome =
  | { state: "done"; eventId: string; what: "new" | "updated"; isWaiting: boolean }
  | { state: "refused"; sentence: string; fields: Readonly<Record<string, string>> };
export type Outcomes = Readonly<Record<string, Outcome>>;

/** The refusals that all remaining events would get too. */
const endsAll = [
  "sign_in_required",
  "too_many_events",
  "too_many_writes",
  "unreachable",
  "unavailable",
  "cannot_save",
  "suspended",
] as const;

type Importing = {
  found: FoundEvents;
  choices: Choices;
  /** The outcomes of the events sent so far. */
  outcomes: Outcomes;
  onOutcomes: (outcomes: Outcomes) => void;
};

/**
 * Imports the chosen events one after the other, so that each call succeeds or fails as a whole. A refused event stays
 * chosen, with the reason; events that would be refused for the same reason are not sent.
 */
export function useImport({ found, choices, outcomes, onOutcomes }: Importing) {
  const [sent, setSent] = useState<number | null>(null);
  const open = chosenOf(found.events, choices).filter(({ uid }) => outcomes[uid]?.state !== "done");

  /** @returns all outcomes, including earlier ones */
  async function run(): Promise<Outcomes> {
    let all = Object.fromEntries(Object.entries(outcomes).filter(([, { state }]) => state === "done")) as Outcomes;
    for (const [index, event] of open.entries()) {
      setSent(index + 1);
      try {
        all = { ...all, [event.uid]: await importOne(event) };
      } catch (error) {
        const fields = error instanceof Refusal ? fieldsOf(error) : {};
        all = { ...all, [event.uid]: { state: "refused", sentence: sentenceOf(error), fields } };
        if (isRefusal(error, ...endsAll)) break;
      } finally {
        onOutcomes(all);
      }
    }
    setSent(null);
    return all;
  }

  async function importOne(event: FoundEvent): Promise<Outcome> {
    const source = sourceOf(event, found);
    if (event.known) {
      const param = { id: event.known.eventId };
      const { status } = await ask((api) => api.imports.events[":id"].$put({ param, json: { source } }));
      return { state: "done", eventId: param.id, what: "updated", isWaiting: status !== undefined };
    }
    const json = { source, event: eventOf(event, choices[event.uid]!) };
    const { insertedId, status } = await ask((api) => api.imports.events.$post({ json }));
    return { state: "done", eventId: insertedId, what: "new", isWaiting: status !== "active" };
  }

  return { outcomes, open, sent, run };
}

/** The errors by field of the event; in the request the fields are nested. */
const fieldsOf = ({ fields }: Refusal) =>
  Object.fromEntries(Object.entries(fields).map(([path, sentence]) => [path.replace(/^event\./, ""), sentence]));
