import { hoursTogether } from "#domain/outcomes/rules.ts";
import type { Outcome, OutcomeInput, OutcomePerson } from "#domain/outcomes/shapes.ts";

/** An organizer's report on an event, as entered on the screen; people are listed by id. */
export type Said = {
  came: string[];
  /** The people who were checked in at the last load; people checked in later are ticked too. */
  seen: string[];
  added: { _id: string; name: string }[];
  hours: number;
  hoursOf: Record<string, number>;
  amount: string;
  kilograms: string;
  words: string;
  thanks: string;
  pictures: string[];
  peopleAgreed: boolean;
};

const idsOf = (people: readonly OutcomePerson[], is: (person: OutcomePerson) => boolean): string[] =>
  people.filter(is).map(({ _id }) => _id);

/** Returns the people whom the organizer can thank by phone: those who came and have a phone number. */
export const peopleToThank = <Person extends { _id: string; phone: string | null }>(
  people: readonly Person[],
  { came }: Pick<Said, "came">,
): Person[] => people.filter(({ _id, phone }) => phone !== null && came.includes(_id));

/** The initial report, from the stored outcome. */
export function firstSaid(outcome: Outcome): Said {
  const { people, hours, amount, kilograms, words, thanks, pictures, peopleAgreed } = outcome;
  const own = people.flatMap(({ _id, hours: its }) => (its === null ? [] : [[_id, its] as const]));
  return {
    came: idsOf(people, ({ came }) => came),
    seen: idsOf(people, ({ here }) => here !== null),
    added: [],
    hours,
    hoursOf: Object.fromEntries(own),
    amount: amount === null ? "" : String(amount),
    kilograms: kilograms === null ? "" : String(kilograms),
    words,
    thanks,
    pictures,
    peopleAgreed,
  };
}

/**
 * Returns a stored draft, with later check-ins ticked too. Without a draft, or if another report was saved meanwhile,
 * it returns the stored outcome.
 * @param draft the text from `draftOf`; any other text is ignored
 */
export function saidIn(outcome: Outcome, draft: string | undefined): Said {
  const first = firstSaid(outcome);
  try {
    const { of, said } = JSON.parse(draft ?? "") as { of: string | null; said: Said };
    if (of !== outcome.changedAt) return first;
    const late = first.seen.filter((id) => !said.seen.includes(id) && !said.came.includes(id));
    return { ...first, ...said, seen: first.seen, came: [...said.came, ...late] };
  } catch {
    return first;
  }
}

export const draftOf = (outcome: Outcome, said: Said): string => JSON.stringify({ of: outcome.changedAt, said });

/** Reads a typed number: '38', '120.5', '120,5'; null for an empty text, NaN for an invalid one. */
export function numberIn(text: string): number | null {
  const bare = text.trim().replace(",", ".");
  return bare === "" ? null : /^\d+(\.\d+)?$/.test(bare) ? Number(bare) : NaN;
}

/** The report as sent to the API: with hours only for people who came, and names only for people who were added. */
export function inputOf({ came, added, hoursOf, amount, kilograms, seen: _seen, ...said }: Said): OutcomeInput {
  const there = new Set(came);
  return {
    ...said,
    came,
    added: added.filter(({ _id }) => there.has(_id)),
    hoursOf: Object.entries(hoursOf)
      .filter(([id]) => there.has(id))
      .map(([_id, hours]) => ({ _id, hours })),
    amount: numberIn(amount),
    kilograms: numberIn(kilograms),
  };
}

/** True if there is something to send: always before the first report, then only after a change. */
export const isNews = (outcome: Outcome, said: Said): boolean => outcome.sentAt === null || isOther(outcome, said);

/** True if the entered report differs from the stored outcome. */
export const isOther = (outcome: Outcome, said: Said): boolean =>
  inWords(outcome, said) !== inWords(outcome, firstSaid(outcome));

/** The report as text in a fixed order, with the hours of each person, for comparison. */
function inWords(outcome: Outcome, said: Said): string {
  const { came, hoursOf, hours, ...rest } = inputOf(said);
  const own = new Map(hoursOf.map((person) => [person._id, person.hours]));
  // An invalid number must differ from an empty field, so that it is sent and refused with a message.
  const amounts = [rest.amount, rest.kilograms].map(String);
  return JSON.stringify([rest, amounts, hours, came.toSorted().map((id) => [id, own.get(id) ?? hours])]);
}

/** Everyone who may have come: the people of the outcome and those added here. */
export const everybodyIn = ({ people }: Outcome, { added }: Said): OutcomePerson[] => [
  ...people,
  ...added
    .filter(({ _id }) => people.every((person) => person._id !== _id))
    .map(({ _id, name }) => ({ ...nobody, _id, name })),
];

const nobody = {
  of: null,
  isListed: false,
  here: null,
  came: false,
  hours: null,
  checkedInHours: null,
  isYou: false,
  isMailed: false,
  isThanked: false,
};

/** The report in numbers. */
export function countsOf(outcome: Outcome, said: Said) {
  const there = new Set(said.came);
  const people = everybodyIn(outcome, said);
  const came = people.filter(({ _id }) => there.has(_id));
  const count = (is: (person: OutcomePerson) => boolean) => came.filter(is).length;
  return {
    came: came.length,
    listed: people.filter(({ isListed }) => isListed).length,
    cameOfListed: count(({ isListed }) => isListed),
    total: hoursTogether(
      said.hours,
      came.map(({ _id }) => ({ hours: said.hoursOf[_id] ?? null })),
    ),
    /** The number of people who will be thanked by mail. */
    mailed: count(({ isMailed, isThanked }) => isMailed && !isThanked),
    unmailed: count(({ isMailed, isYou, of }) => !isMailed && !isYou && of === null),
    absent: people.filter(({ _id, isListed }) => isListed && !there.has(_id)).length,
  };
}
