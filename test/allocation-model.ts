// The promises of an event, as simply as they can be said: a list of parties in the order in which they came. It
// shares nothing with the product but the words of its answers, so that the two can only agree by both being right.

const minute = 60_000;
/** How long the event is. */
const duration = 120 * minute;

/**
 * A member who has joined or is on the waitlist; `names` are their guests', `expiresAt` is when their offer expires, and
 * `passed` says that one did when nobody else was waiting, and that spots have been free since.
 */
export type Party = {
  who: number;
  names: string[];
  status: "joined" | "waitlisted";
  expiresAt: number | null;
  passed: boolean;
};

/** What somebody does; `who` is a member by number, `guests` is how many they bring, times are in minutes. */
export type Action =
  | { do: "join"; who: number; guests: number; whenShort: "wait" | "take" }
  | { do: "leave"; who: number }
  | { do: "removeGuest"; who: number; which: number }
  | { do: "acceptOffer"; who: number }
  | { do: "resize"; capacity: number | null }
  | { do: "move"; minutes: number }
  | { do: "holdFor"; hours: number }
  | { do: "cancel" }
  | { do: "pass"; minutes: number }
  | { do: "passUntil"; what: "an offer expires" | "it begins" | "it ends" };

export type Model = {
  now: number;
  begins: number;
  capacity: number | null;
  holdHours: number;
  cancelled: boolean;
  /** In order of arrival. */
  parties: Party[];
};

/** The names of the guests that a member brings. */
export const namesFor = (who: number, guests: number): string[] =>
  Array.from({ length: guests }, (_, index) => `${who}-${index}`);

const spotsOf = ({ names }: Party): number => 1 + names.length;
const sum = (parties: Party[]): number => parties.reduce((spots, party) => spots + spotsOf(party), 0);
/** Whether a party is on the waitlist without an offer. */
const isWithoutOffer = ({ status, expiresAt }: Party): boolean => status === "waitlisted" && expiresAt === null;
/** Whether what is free is kept for a party until there is enough. */
const isInLine = (party: Party): boolean => isWithoutOffer(party) && !party.passed;

export const countsOf = ({ parties }: Model) => ({
  taken: sum(parties.filter(({ status }) => status === "joined")),
  waitlisted: sum(parties.filter(({ status }) => status === "waitlisted")),
  held: sum(parties.filter(({ expiresAt }) => expiresAt !== null)),
  passed: sum(parties.filter(({ passed }) => passed)),
});

const endOf = ({ begins }: Model): number => begins + duration;

const freeOf = ({ parties, capacity }: Model): number =>
  capacity === null ? Infinity : capacity - sum(parties.filter((party) => !isWithoutOffer(party)));

/** What somebody is told of their registration: its state (in the wire's word), its position, and what they can take now. */
export function registrationOf(model: Model, who: number) {
  const index = model.parties.findIndex((party) => party.who === who);
  const party = model.parties[index];
  if (!party) return { state: null, position: null, names: [], offer: null };
  const before = model.parties.slice(0, index);
  const { names } = party;
  const offer = offerTo(model, party, before);
  if (party.status === "joined") return { state: "joined", position: null, names, offer };
  const position = 1 + sum(before.filter(({ status }) => status === "waitlisted"));
  return { state: "waiting", position, names, offer };
}

function offerTo(model: Model, party: Party, before: Party[]) {
  const { expiresAt } = party;
  if (model.cancelled || endOf(model) < model.now || party.status === "joined") return null;
  if (expiresAt !== null) return expiresAt > model.now ? { spots: spotsOf(party), expiresAt } : null;
  const free = Math.min(freeOf(model), spotsOf(party));
  return free > 0 && (party.passed || !before.some(isInLine)) ? { spots: free, expiresAt: null } : null;
}

/** Does an action; answers as the product does: a state, `done`, or the code of a refusal, which changes nothing. */
export function act(model: Model, action: Action): string {
  switch (action.do) {
    case "join":
      return join(model, action);
    case "pass":
      model.now += action.minutes * minute;
      return keep(model);
    case "passUntil":
      return passUntil(model, action.what);
    case "cancel":
      return cancel(model);
    case "holdFor":
      if (model.cancelled) return "event_cancelled";
      model.holdHours = action.hours;
      return keep(model);
    case "resize":
      return resize(model, action.capacity);
    case "move":
      return move(model, action.minutes);
    default:
      return endOf(model) < model.now ? "event_over" : change(model, action);
  }
}

function join(model: Model, { who, guests, whenShort }: Action & { do: "join" }): string {
  const { parties } = model;
  if (parties.some((party) => party.who === who)) return "already_joined";
  if (model.cancelled) return "event_cancelled";
  if (endOf(model) < model.now) return "event_over";
  const free = parties.some(isInLine) ? 0 : freeOf(model);
  const names = namesFor(who, guests);
  const fits = names.length + 1 <= free;
  const takes = fits || (whenShort === "take" && free > 0);
  const status = takes ? "joined" : "waitlisted";
  parties.push({ who, names: takes ? names.slice(0, free - 1) : names, status, expiresAt: null, passed: false });
  wakeUp(model);
  const { state, position } = registrationOf(model, who);
  return position === null ? `${state}` : `${state} ${position}`;
}

/** What a member does with their registration. */
function change(model: Model, action: Action & { do: "leave" | "removeGuest" | "acceptOffer" }): string {
  const party = model.parties.find(({ who }) => who === action.who);
  if (action.do === "leave") {
    if (!party) return "done";
    model.parties = model.parties.filter((other) => other !== party);
    return keep(model);
  }
  if (action.do === "removeGuest") {
    const name = namesFor(action.who, 5)[action.which] ?? "";
    if (!party?.names.includes(name)) return "not_found";
    party.names = party.names.filter((other) => other !== name);
    return keep(model);
  }
  if (model.cancelled) return "event_cancelled";
  const offer = party && offerTo(model, party, model.parties.slice(0, model.parties.indexOf(party)));
  if (!offer) return "no_offer";
  Object.assign(party, {
    status: "joined",
    expiresAt: null,
    passed: false,
    names: party.names.slice(0, offer.spots - 1),
  });
  keep(model);
  return "joined";
}

/** Nobody is offered anything any more; everybody on the waitlist stays there. */
function cancel(model: Model): string {
  if (model.cancelled) return "event_cancelled";
  if (endOf(model) < model.now) return "event_over";
  model.cancelled = true;
  for (const party of model.parties) party.expiresAt = null;
  return keep(model);
}

function resize(model: Model, capacity: number | null): string {
  if (model.cancelled) return "event_cancelled";
  if (capacity !== null && capacity < sum(model.parties.filter((party) => !isWithoutOffer(party)))) return "invalid";
  model.capacity = capacity;
  return keep(model);
}

function move(model: Model, minutes: number): string {
  if (model.cancelled) return "event_cancelled";
  const begins = model.now + minutes * minute;
  // A date that is past is refused, but for the one that the event has.
  if (minutes <= 0 && begins !== model.begins) return "invalid";
  // Offers do not outlast a beginning that is sooner now.
  for (const party of begins < model.begins ? model.parties : [])
    if (party.expiresAt !== null) party.expiresAt = Math.min(party.expiresAt, begins);
  model.begins = begins;
  return keep(model);
}

function passUntil(model: Model, what: string): string {
  const ends = model.parties.flatMap(({ expiresAt }) => expiresAt ?? []);
  const next = what === "it begins" ? model.begins : what === "it ends" ? endOf(model) : Math.min(...ends);
  if (next !== Infinity) model.now = Math.max(model.now, next);
  return keep(model);
}

/**
 * Offers that were not accepted in time expire, and what is free is offered to the first on the waitlist, as long as it fits.
 * If then something is free that nobody is in line for, people whose offer expired stay and pass; if not, they make room.
 */
function keep(model: Model): string {
  const expired = model.parties.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= model.now);
  for (const party of expired) Object.assign(party, { expiresAt: null, passed: true });
  const left = endOf(model) - model.now;
  if (left > 0 && !model.cancelled) {
    const nearing = Math.max((model.begins - model.now) / 4, 15 * minute);
    const hold = Math.min(model.holdHours * 60 * minute, nearing, left);
    for (let next; (next = model.parties.find(isInLine)) && spotsOf(next) <= freeOf(model);)
      next.expiresAt = Math.trunc(model.now + hold);
    if (model.parties.some(isInLine) || freeOf(model) <= 0)
      model.parties = model.parties.filter((party) => !expired.includes(party));
  }
  // An event that is over has nothing to pass: should it be moved, they wait like all others.
  else for (const party of expired) party.passed = false;
  wakeUp(model);
  return "done";
}

/** Once nothing is free, people who passed wait like all others. */
function wakeUp(model: Model): void {
  if (freeOf(model) <= 0) for (const party of model.parties) party.passed = false;
}
