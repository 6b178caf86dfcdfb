import { perLocale, say } from "#messages/say.ts";

/** The actions of organizers that are written down: a closed set of words, each with a sentence. */
export const actions = [
  "published",
  "updated",
  "cancelled",
  "messaged",
  "person_added",
  "person_removed",
  "person_noted",
  "note_deleted",
  "key_made",
  "key_revoked",
  "outcome_said",
  "invited",
  "invitation_ended",
  "accepted",
  "role_changed",
  "right_ended",
  "left",
  "right_restored",
  "offered",
  "taken_over",
  "given",
  "given_back",
  "chapter_asked",
  "chapter_accepted",
  "chapter_declined",
  "chapter_ended",
] as const;
export type Action = (typeof actions)[number];

/** The parts of an event that `updated` names. Their values are not written down. */
export const parts = ["title", "description", "when", "where", "spots", "picture", "details"] as const;
export type Part = (typeof parts)[number];

/** The actions about another organizer. Their words are that member's id, because a name may change or be deleted. */
export const aboutMembers: readonly string[] = ["role_changed", "right_ended", "right_restored"] satisfies Action[];

/** The number of entries that are kept for an event. */
export const entriesMax = 500;

/** The length of an entry's words in characters. */
export const wordsMax = 500;

const isAction = (action: string): action is Action => (actions as readonly string[]).includes(action);
const isPart = (part: string): part is Part => (parts as readonly string[]).includes(part);
const list = perLocale((locale) => new Intl.ListFormat(locale));

/** An entry in words, such as 'Wrote to 9 people'. An action of a later version has no sentence of its own. */
export function actionInWords({ action, words }: { action: string; words: string }): string {
  if (!isAction(action)) return say("did_something");
  if (action === "messaged") return say("did.messaged", { count: Number(words) });
  const named = action === "updated" ? words.split(",").filter(isPart) : [];
  const changed = list().format(named.map((part) => say(`did_part.${part}`)));
  return say(`did.${action}`, { words: changed || words || say("did_somebody") });
}
