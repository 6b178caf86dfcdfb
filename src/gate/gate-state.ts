import { marksAtOnce, type RosterPerson } from "#domain/gates/rules.ts";
import type { SyncInput, Synced } from "#domain/gates/shapes.ts";
import { type Mark, type MarkKind, markKinds } from "#domain/marks/rules.ts";
import { hasBegun, hasEnded, spanOf } from "#domain/time-zones/rules.ts";

// The state of a gate on a phone, and its changes by presses and by answers of the server. Pure functions: callers pass
// storage, network and clock.

/**
 * A gate as this phone has it. The event's times are the server's, as texts; `heardAt` is by this phone's clock, in
 * milliseconds.
 */
export type KeptGate = {
  eventId: string;
  pass: string;
  device: number;
  event: Synced["event"] | null;
  version: string;
  people: RosterPerson[];
  since: number;
  /**
   * The last mark that has been read by a page which knows these kinds. A page that knows other kinds reads everything
   * again, as the server left some out.
   */
  read?: { kinds: string; since: number } | null;
  /** The lead of the server's clock over this phone's, in milliseconds; 0 until known. */
  correction: number;
  heardAt: number | null;
  devices: Synced["devices"];
  readableFrom: string | null;
  marksFrom: string | null;
  marksUntil: string | null;
  revokedAt: string | null;
  /** The last time it was opened here, by this phone's clock. */
  openedAt: number;
};

/** A mark as this phone has it. Its own marks have a `press`: marks of one press are undone together. */
export type KeptMark = Mark & {
  eventId: string;
  status: "waiting" | "sent" | "refused";
  press: string | null;
  /** True for a mark made by Undo, which cannot be undone. */
  isUndo: boolean;
  /** The order in which this phone made it. */
  order: number;
  /** True if the time of the mark was chosen by hand, as for a paper list. */
  isDated: boolean;
  phone: string | null;
  email: string | null;
};

/**
 * An action of a press: its kind and person, and for a walk-in their name. `at` is a chosen time, in milliseconds of
 * the server's clock.
 */
export type Deed = {
  kind: MarkKind;
  personId?: string;
  name?: string;
  under18?: boolean;
  phone?: string | null;
  email?: string | null;
  at?: number;
  /** The id of the mark made by mistake. */
  takesBack?: string;
  /** The id of the walk-in who is the same person. */
  sameAs?: string;
};

export const newGate = (opened: Pick<KeptGate, "eventId" | "pass" | "device">, openedAt: number): KeptGate => ({
  ...opened,
  event: null,
  version: "",
  people: [],
  since: 0,
  read: null,
  correction: 0,
  heardAt: null,
  devices: [],
  readableFrom: null,
  marksFrom: null,
  marksUntil: null,
  revokedAt: null,
  openedAt,
});

const textOf = (time: number) => new Date(time).toISOString();

/**
 * The marks of one press. They are later than this phone's earlier marks and than all that it knows of the person, so
 * that the press takes effect whatever the clocks say.
 * @param clock this phone's, in milliseconds
 */
export function marksOf(
  { gate, marks }: { gate: KeptGate; marks: readonly KeptMark[] },
  deeds: readonly Deed[],
  { clock, newId, isUndo = false }: { clock: number; newId: () => string; isUndo?: boolean },
): KeptMark[] {
  const own = marks.filter(({ press, isDated }) => press !== null && !isDated);
  const lastOwn = own.reduce((last, { deviceAt }) => Math.max(last, Date.parse(deviceAt)), 0);
  const order = marks.reduce((last, mark) => Math.max(last, mark.order), 0) + 1;
  const press = newId();
  return deeds.map((deed, index) => {
    const { personId = null, name = null, under18 = false, phone = null, email = null } = deed;
    const { takesBack = null, sameAs = null } = deed;
    const lastOfPerson = lastAt(marks, personId);
    const deviceAt = Math.max(clock, lastOwn + 1) + index;
    const now = Math.max(deviceAt + gate.correction, lastOfPerson + 1);
    // A time before the person's last mark would change nothing.
    const isDated = deed.at !== undefined && deed.at < now && deed.at > lastOfPerson;
    return {
      id: newId(),
      seq: null,
      kind: deed.kind,
      personId,
      name,
      under18,
      at: textOf(isDated ? deed.at! : now),
      deviceAt: textOf(isDated ? deed.at! - gate.correction : deviceAt),
      device: gate.device,
      takesBack,
      sameAs,
      eventId: gate.eventId,
      status: "waiting",
      press,
      isUndo,
      order: order + index,
      isDated,
      phone,
      email,
    };
  });
}

/** The time of a person's last mark in milliseconds, or for null that of the gate's last mark; 0 if there is none. */
const lastAt = (marks: readonly KeptMark[], personId: string | null): number =>
  marks.reduce((last, mark) => (mark.personId === personId ? Math.max(last, Date.parse(mark.at)) : last), 0);

/**
 * The next request: waiting marks in their order. Marks with a chosen time are sent separately, as the server allows no
 * mark later than the next one of the same call.
 */
export function requestOf(gate: KeptGate, marks: readonly KeptMark[], clock: number): SyncInput {
  const waiting = marks.filter(({ status }) => status === "waiting").toSorted((one, other) => one.order - other.order);
  const pressed = waiting.filter(({ isDated }) => !isDated);
  const next =
    pressed.length > 0 ? pressed : waiting.toSorted((one, other) => (one.deviceAt < other.deviceAt ? -1 : 1));
  const marksSent: SyncInput["marks"] = [];
  let bytes = 0;
  for (const mark of next.slice(0, marksAtOnce).map(asSent)) {
    bytes += new TextEncoder().encode(JSON.stringify(mark)).length;
    if (bytes > bytesMax) break;
    marksSent.push(mark);
  }
  const asked = { sentAt: textOf(clock), since: readTo(gate), roster: gate.version, kinds: [...markKinds] };
  return { ...asked, marks: marksSent };
}

const kindsKnown = markKinds.join(" ");
/** The number of the last mark up to which this page has read every kind that it knows. */
const readTo = ({ read }: KeptGate): number => (read?.kinds === kindsKnown ? read.since : 0);

/** The maximum number of bytes in one request; the server accepts 64 kB. */
const bytesMax = 50_000;

/** A mark for the request, without its empty fields. */
const asSent = ({
  id,
  kind,
  personId,
  name,
  under18,
  phone,
  email,
  deviceAt,
  takesBack,
  sameAs,
  isDated,
  at,
}: KeptMark) => ({
  id,
  kind,
  deviceAt,
  ...(personId !== null && { personId }),
  ...(name !== null && { name }),
  ...(under18 && { under18 }),
  ...(phone !== null && { phone }),
  ...(email !== null && { email }),
  ...(isDated && { chosenAt: at }),
  // Older marks on this phone lack these fields.
  ...(takesBack && { takesBack }),
  ...(sameAs && { sameAs }),
});

/**
 * A gate and its marks after an answer. The answer may belong to another tab, or come late: it never undoes newer
 * state. A walk-in's contact details are forgotten once sent. The name stays as typed here, as its hints are for this
 * phone.
 * @param heardAt when the answer came, by this phone's clock
 * @returns the marks that are new or have changed
 */
export function takeAnswer(
  { gate, marks }: { gate: KeptGate; marks: readonly KeptMark[] },
  { sentAt }: Pick<SyncInput, "sentAt">,
  { answer, heardAt }: { answer: Synced; heardAt: number },
): { gate: KeptGate; marks: KeptMark[] } {
  const correction = Date.parse(answer.now) - Date.parse(sentAt);
  const { revokedAt, readableFrom, marksFrom, marksUntil, event, devices } = answer;
  const changed = new Map<string, KeptMark>();
  const known = new Map(marks.map((mark) => [mark.id, mark]));
  const refused = new Set(answer.refused.map(({ id }) => id));
  const accepted = new Set(answer.accepted);
  for (const mark of marks) {
    const { id, status, deviceAt, isDated } = mark;
    if (status !== "waiting") continue;
    const told = { phone: null, email: null };
    if (accepted.has(id)) changed.set(id, { ...mark, ...told, status: "sent" });
    else if (refused.has(id)) changed.set(id, { ...mark, ...told, status: "refused" });
    else if (!isDated) changed.set(id, { ...mark, at: textOf(Date.parse(deviceAt) + correction) });
  }
  for (const mark of answer.marks) {
    const mine = changed.get(mark.id) ?? known.get(mark.id) ?? ofOthers(gate.eventId);
    const name = (mine.press !== null && mine.name) || mark.name;
    changed.set(mark.id, { ...mine, ...mark, name, phone: null, email: null, status: "sent" });
  }
  // Marks that the organizer cleared are void here too. An answer from an older version does not list them.
  for (const mark of [...marks, ...changed.values()]) {
    const upTo = answer.cleared?.find(({ device }) => device === mark.device)?.upTo ?? 0;
    if (mark.seq !== null && mark.seq <= upTo && mark.status !== "refused")
      changed.set(mark.id, { ...mark, status: "refused" });
  }
  const roster = answer.roster ?? gate;
  return {
    gate: {
      ...gate,
      event,
      devices,
      correction,
      heardAt,
      revokedAt,
      readableFrom,
      marksFrom,
      marksUntil,
      since: Math.max(gate.since, answer.since),
      read: { kinds: kindsKnown, since: Math.max(readTo(gate), answer.since) },
      ...(revokedAt ? nobody : { version: roster.version, people: roster.people }),
    },
    marks: [...changed.values()],
  };
}

const ofOthers = (eventId: string) => ({ eventId, press: null, name: null, isUndo: false, order: 0, isDated: false });
const nobody = { version: "", people: [] };

/** A gate whose names were removed from this phone. If it is opened again, it reads everything from the start. */
export const withoutNames = (gate: KeptGate): KeptGate => ({ ...gate, ...nobody, since: 0, read: null });

export const waitingIn = (marks: readonly KeptMark[]): KeptMark[] => marks.filter(({ status }) => status === "waiting");

/** The time by the server's clock, in milliseconds, as well as this phone knows it. */
export const timeOf = (gate: KeptGate, clock: number): number => clock + gate.correction;

/** True if the gate's event has begun, by the server's clock. */
export const hasEventBegun = (gate: KeptGate, clock: number): boolean =>
  gate.event !== null && hasBegun(spanOf(gate.event), new Date(timeOf(gate, clock)));

/** True if the gate's event is over, by the server's clock. */
export const hasEventEnded = (gate: KeptGate, clock: number): boolean =>
  gate.event !== null && hasEnded(spanOf(gate.event), new Date(timeOf(gate, clock)));

/**
 * The phase of a gate: `awaited` until its first answer, `early` before it may be read, `soon` before marks count, then
 * `open`, and at last `over`; `revoked` once its key is.
 */
export type Phase = "awaited" | "early" | "soon" | "open" | "over" | "revoked";

export function phaseOf(gate: KeptGate, clock: number): Phase {
  const { revokedAt, readableFrom, marksFrom, marksUntil } = gate;
  const now = timeOf(gate, clock);
  if (revokedAt) return "revoked";
  if (!readableFrom || !marksFrom || !marksUntil) return "awaited";
  if (now > Date.parse(marksUntil)) return "over";
  if (now < Date.parse(readableFrom)) return "early";
  return now < Date.parse(marksFrom) ? "soon" : "open";
}
