// The promises of an event, as simply as they can be said: a list of parties in the order in which they came. It
// shares nothing with the product but the words of its answers, so that the two can only agree by both being right.

const minute = 60_000;
/** How long the event is. */
const duration = 120 * minute;

/** A party with spots, or on the waitlist; `names` are the guests', `until` is the end of its offer. */
export type Party = { who: number; names: string[]; state: "joined" | "waiting"; until: number | null };

/** An action of somebody; `who` is a member by number, times are in minutes. */
export type Deed =
  | { do: "join"; who: number; along: number; whenShort: "wait" | "take" }
  | { do: "leave"; who: number }
  | { do: "removeGuest"; who: number; which: number }
  | { do: "acceptOffer"; who: number }
  | { do: "resize"; capacity: number | null }
  | { do: "move"; minutes: number }
  | { do: "holdFor"; hours: number }
  | { do: "cancel" }
  | { do: "pass"; minutes: number }
  | { do: "passUntil"; what: "an offer ends" | "it begins" };

export type Model = {
  now: number;
  begins: number;
  capacity: number | null;
  holdHours: number;
  cancelled: boolean;
  /** In the order of coming. */
  parties: Party[];
};

/** The names of the guests that a member joins with. */
export const namesFor = (who: number, along: number): string[] =>
  Array.from({ length: along }, (_, index) => `${who}-${index}`);

const placesOf = ({ names }: Party): number => 1 + names.length;
const sum = (parties: Party[]): number => parties.reduce((places, party) => places + placesOf(party), 0);
const isInLine = ({ state, until }: Party): boolean => state === "waiting" && until === null;

export const countsOf = ({ parties }: Model) => ({
  taken: sum(parties.filter(({ state }) => state === "joined")),
  waitlisted: sum(parties.filter(({ state }) => state === "waiting")),
  held: sum(parties.filter(({ until }) => until !== null)),
});

const freeOf = ({ parties, capacity }: Model): number =>
  capacity === null ? Infinity : capacity - sum(parties.filter((party) => !isInLine(party)));

/** The answer about somebody's spots: their state, position and the spots they can take now. */
export function registrationOf(model: Model, who: number) {
  const index = model.parties.findIndex((party) => party.who === who);
  const party = model.parties[index];
  if (!party) return { state: null, position: null, names: [], offer: null };
  const before = model.parties.slice(0, index);
  const { state, names } = party;
  const position = state === "joined" ? null : 1 + sum(before.filter((other) => other.state === "waiting"));
  return { state, position, names, offer: offerTo(model, party, before) };
}

function offerTo(model: Model, party: Party, before: Party[]) {
  const { until } = party;
  if (model.cancelled || model.begins < model.now || party.state === "joined") return null;
  if (until !== null) return until > model.now ? { places: placesOf(party), until } : null;
  const free = Math.min(freeOf(model), placesOf(party));
  return free > 0 && !before.some(isInLine) ? { places: free, until: null } : null;
}

/** Does an action; answers as the product does: a state, `done`, or the code of a refusal, which changes nothing. */
export function act(model: Model, deed: Deed): string {
  switch (deed.do) {
    case "join":
      return join(model, deed);
    case "pass":
      model.now += deed.minutes * minute;
      return keep(model);
    case "passUntil":
      return passUntil(model, deed.what);
    case "cancel":
      return cancel(model);
    case "holdFor":
      if (model.cancelled) return "event_cancelled";
      model.holdHours = deed.hours;
      return keep(model);
    case "resize":
      return resize(model, deed.capacity);
    case "move":
      return move(model, deed.minutes);
    default:
      return model.begins < model.now ? "event_over" : change(model, deed);
  }
}

function join(model: Model, { who, along, whenShort }: Deed & { do: "join" }): string {
  const { parties } = model;
  if (parties.some((party) => party.who === who)) return "already_joined";
  if (model.cancelled) return "event_cancelled";
  if (model.begins < model.now) return "event_over";
  const free = parties.some(isInLine) ? 0 : freeOf(model);
  const names = namesFor(who, along);
  if (names.length + 1 <= free) parties.push({ who, names, state: "joined", until: null });
  else if (whenShort === "take" && free > 0)
    parties.push({ who, names: names.slice(0, free - 1), state: "joined", until: null });
  else parties.push({ who, names, state: "waiting", until: null });
  const { state, position } = registrationOf(model, who);
  return position === null ? `${state}` : `${state} ${position}`;
}

/** The actions of a party that has spots. */
function change(model: Model, deed: Deed & { do: "leave" | "removeGuest" | "acceptOffer" }): string {
  const party = model.parties.find(({ who }) => who === deed.who);
  if (deed.do === "leave") {
    if (!party) return "done";
    model.parties = model.parties.filter((other) => other !== party);
    return keep(model);
  }
  if (deed.do === "removeGuest") {
    const name = namesFor(deed.who, 5)[deed.which] ?? "";
    if (!party?.names.includes(name)) return "not_found";
    party.names = party.names.filter((other) => other !== name);
    return keep(model);
  }
  if (model.cancelled) return "event_cancelled";
  const offer = party && offerTo(model, party, model.parties.slice(0, model.parties.indexOf(party)));
  if (!offer) return "no_offer";
  Object.assign(party, { state: "joined", until: null, names: party.names.slice(0, offer.places - 1) });
  keep(model);
  return "joined";
}

/** Ends every offer; the people who had one stay on the waitlist. */
function cancel(model: Model): string {
  if (model.cancelled) return "event_cancelled";
  if (model.begins + duration < model.now) return "event_over";
  model.cancelled = true;
  for (const party of model.parties) party.until = null;
  return keep(model);
}

function resize(model: Model, capacity: number | null): string {
  if (model.cancelled) return "event_cancelled";
  if (capacity !== null && capacity < sum(model.parties.filter((party) => !isInLine(party)))) return "invalid";
  model.capacity = capacity;
  return keep(model);
}

function move(model: Model, minutes: number): string {
  if (model.cancelled) return "event_cancelled";
  const begins = model.now + minutes * minute;
  // A date that is past is refused, but for the one that the event has.
  if (minutes <= 0 && begins !== model.begins) return "invalid";
  model.begins = begins;
  // Nothing is offered beyond the beginning.
  for (const party of model.parties) if (party.until !== null) party.until = Math.min(party.until, model.begins);
  return keep(model);
}

function passUntil(model: Model, what: string): string {
  const ends = model.parties.flatMap(({ until }) => until ?? []);
  const next = what === "it begins" ? model.begins : Math.min(...ends);
  if (next !== Infinity) model.now = Math.max(model.now, next);
  return keep(model);
}

/**
 * Offers that nobody accepted in time expire, and free spots are offered to the first on the waitlist, as long as they
 * fit.
 */
function keep(model: Model): string {
  model.parties = model.parties.filter(({ until }) => until === null || until > model.now);
  const left = model.begins - model.now;
  if (left <= 0 || model.cancelled) return "done";
  const hold = Math.min(model.holdHours * 60 * minute, Math.max(left / 4, 15 * minute), left);
  for (let next; (next = model.parties.find(isInLine)) && placesOf(next) <= freeOf(model);)
    next.until = Math.trunc(model.now + hold);
  return "done";
}
