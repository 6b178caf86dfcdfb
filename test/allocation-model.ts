// The rules of an event's spots, as simply as possible: a list of parties in order of arrival. The model shares only
// the words of its answers with the product, so the two agree only if both are right.

const minute = 60_000;
/** The event's length, and the time before it in which no more offers are made. */
const duration = 120 * minute;
const eve = 18 * 60 * minute;

/**
 * A member who has joined or is on the waitlist. `names` are their guests', `expiresAt` is the end of their offer.
 * `missed` says that an offer expired and that not all spots have been taken since; `passed` says that no free spots
 * are kept for them.
 */
export type Party = {
  who: number;
  names: string[];
  status: "joined" | "waitlisted";
  expiresAt: number | null;
  missed: boolean;
  passed: boolean;
};

/** An action; `who` is a member by number, `guests` the number of their guests, and times are in minutes. */
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
  | { do: "passUntil"; what: "an offer expires" | "its eve begins" | "it begins" | "it ends" };

export type Model = {
  now: number;
  begins: number;
  capacity: number | null;
  holdHours: number;
  cancelled: boolean;
  timeZone: string;
  /** True if free spots are open to everybody, also to people still to come. */
  isOpenToAll: boolean;
  /** Parties are in order of arrival; a party that misses an offer moves to the end. */
  parties: Party[];
};

/** The names of a member's guests. */
export const namesFor = (who: number, guests: number): string[] =>
  Array.from({ length: guests }, (_, index) => `${who}-${index}`);

const spotsOf = ({ names }: Party): number => 1 + names.length;
const sum = (parties: Party[]): number => parties.reduce((spots, party) => spots + spotsOf(party), 0);
/** True if a party is on the waitlist without an offer. */
const isWithoutOffer = ({ status, expiresAt }: Party): boolean => status === "waitlisted" && expiresAt === null;
/** True if free spots are kept for a party until there are enough. */
const isInLine = (party: Party): boolean => isWithoutOffer(party) && !party.missed && !party.passed;

export const countsOf = ({ parties }: Model) => ({
  taken: sum(parties.filter(({ status }) => status === "joined")),
  waitlisted: sum(parties.filter(({ status }) => status === "waitlisted")),
  held: sum(parties.filter(({ expiresAt }) => expiresAt !== null)),
  passed: sum(parties.filter(({ passed }) => passed)),
});

const endOf = ({ begins }: Model): number => begins + duration;
const isEve = ({ begins, now }: Model): boolean => now >= begins - eve;
const isOpen = (model: Model): boolean => endOf(model) > model.now && !model.cancelled;

const freeOf = ({ parties, capacity }: Model): number =>
  capacity === null ? Infinity : capacity - sum(parties.filter((party) => !isWithoutOffer(party)));

/**
 * The member's view of their registration: its state (in the API's word), its position, and the spots they can take
 * now.
 */
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
  const mayTake = party.passed || (isInLine(party) && !before.some(isInLine));
  return free > 0 && mayTake ? { spots: free, expiresAt: null } : null;
}

/**
 * Carries out an action and answers as the product does: a state, `done`, or the code of a refusal, which changes
 * nothing.
 */
export function act(model: Model, action: Action): string {
  switch (action.do) {
    case "join":
      return join(model, action);
    case "pass":
      return passUntil(model, model.now + action.minutes * minute);
    case "passUntil":
      return passUntil(model, nextMoment(model, action.what));
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
  // On the eve no spot is kept for a party that prefers to wait.
  const passed = !takes && isEve(model) && !parties.some(isInLine);
  if (passed) model.isOpenToAll = true;
  const brought = takes ? names.slice(0, free - 1) : names;
  parties.push({ who, names: brought, status, expiresAt: null, missed: false, passed });
  wakeUp(model);
  const { state, position } = registrationOf(model, who);
  return position === null ? `${state}` : `${state} ${position}`;
}

/** A member's change of their registration. */
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
    missed: false,
    passed: false,
    names: party.names.slice(0, offer.spots - 1),
  });
  keep(model);
  return "joined";
}

/** Ends all offers; everybody on the waitlist stays there. */
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
  // A past date is refused, unless the event already has it.
  if (minutes <= 0 && begins !== model.begins) return "invalid";
  // An offer ends with the event's new, earlier beginning at the latest.
  for (const party of begins < model.begins ? model.parties : [])
    if (party.expiresAt !== null) party.expiresAt = Math.min(party.expiresAt, begins);
  model.begins = begins;
  return keep(model);
}

function nextMoment(model: Model, what: (Action & { do: "passUntil" })["what"]): number {
  if (what === "it begins") return model.begins;
  if (what === "it ends") return endOf(model);
  if (what === "its eve begins") return model.begins - eve;
  const ends = model.parties.flatMap(({ expiresAt }) => expiresAt ?? []);
  return ends.length === 0 ? model.now : Math.min(...ends);
}

/** Moves the clock. After the event, only its remaining offers end. */
function passUntil(model: Model, moment: number): string {
  model.now = Math.max(model.now, moment);
  return isOpen(model) || expiredIn(model).length > 0 ? keep(model) : "done";
}

const expiredIn = ({ parties, now }: Model): Party[] =>
  parties.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now);

/**
 * Expires offers that were not accepted in time: their parties move to the end. Free spots are offered to the first
 * parties in line that fit, but not on the eve. On the eve, or if no party is left to ask, all waiting parties pass.
 */
function keep(model: Model): string {
  const expired = expiredIn(model);
  for (const party of expired) party.expiresAt = null;
  if (!isOpen(model)) passNone(model);
  else {
    for (const party of expired) party.missed = true;
    model.parties = [...model.parties.filter((party) => !expired.includes(party)), ...expired];
    if (!isEve(model)) makeOffers(model);
    if (isEve(model)) model.isOpenToAll = true;
    if (isEve(model) || !model.parties.some(isInLine))
      for (const party of model.parties.filter(isWithoutOffer)) party.passed = true;
  }
  wakeUp(model);
  return "done";
}

function makeOffers(model: Model): void {
  // It was the eve until the event was moved to a later date.
  if (model.isOpenToAll) passNone(model);
  const hold = Math.min(model.holdHours * 60 * minute, (model.begins - model.now) / 4);
  const expiresAt = Math.min(byDay(Math.trunc(model.now + hold), model.timeZone), model.begins);
  for (let next; (next = model.parties.find(isInLine)) && spotsOf(next) <= freeOf(model);) next.expiresAt = expiresAt;
}

/** The first moment, from this one on, at which local clocks show between 8 in the morning and 10 in the evening. */
function byDay(moment: number, timeZone: string): number {
  const clock = (at: number) =>
    Number(new Date(at).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }).slice(0, 2));
  const isNight = (at: number) => clock(at) < 8 || clock(at) >= 22;
  const quarter = 15 * minute;
  // Time zones differ by quarters of an hour.
  for (let at = moment; ; at = (Math.floor(at / quarter) + 1) * quarter) if (!isNight(at)) return at;
}

function passNone(model: Model): void {
  model.isOpenToAll = false;
  for (const party of model.parties) party.passed = false;
}

/**
 * Once no spot is free, parties that passed wait again; once all spots are taken, parties that missed an offer can get
 * another.
 */
function wakeUp(model: Model): void {
  if (freeOf(model) <= 0) passNone(model);
  if (countsOf(model).taken === model.capacity) for (const party of model.parties) party.missed = false;
}
