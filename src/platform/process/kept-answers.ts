import type { IncomingMessage, ServerResponse } from "node:http";
import { type Audience, audienceOf } from "./audience.ts";
import { finish, type Finished, packAndSend, sendFinished } from "./finished-answer.ts";
import type { Seen } from "./seen.ts";

type Kept = Finished & {
  /** What it shows; null when it may show anything. */
  topics: readonly string[] | null;
  /** When it was begun, and until when it holds, in milliseconds since 1970. */
  begun: number;
  until: number;
  bytes: number;
  /** The pattern of its address. */
  route: string;
};

/** An answer that is being made, for whom, and what was announced meanwhile. */
type Making = { kept: Promise<Kept | null>; audience: Audience; changed: Set<string>; isOutdated: boolean };

/** A request and its way to be answered. */
type Asking = { incoming: IncomingMessage; outgoing: ServerResponse; seen: Seen };

/** Makes an answer; `gone` is aborted when nobody waits for it anymore. */
type Fetch = (gone: AbortSignal) => Response | Promise<Response>;

/** An answer that was made, and the pattern of its address. */
type Made = { answered: Response; route: string };

type Settings = {
  /** How many bytes all that is kept may take. */
  bytesMax: number;
  /** The next moment at which what anybody sees changes by itself; null when there is none. */
  nextMoment: (now: Date) => Promise<Date | null>;
  /** The time by which everything here goes. */
  now?: () => Date;
  /** Whether we hear what other processes announce. */
  isHeard: () => boolean;
  /** How long caches on the way may answer without asking us, in seconds. */
  cdnSeconds: number;
  /** Whether links in answers begin with the address that a request names. */
  byHost: boolean;
};

/** How long an answer is kept, in milliseconds: a process can end before it has told others of a change. */
const keptMax = 60_000;
/** The same while we do not hear what others announce. */
const unheardMax = 2000;
/** How many addresses with a query that came once are remembered, and how long they may be. */
const rareMax = 5000;
const addressMax = 400;
/** The headers of an answer, and what else it takes in memory, in bytes. */
const overhead = 4096;

/** The header by which an answer says what it shows, in words that are announced; nobody outside gets it. */
export const topicsHeader = "cache-tag";

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;

/**
 * Answers that are the same for everybody, made once and then sent as bytes, before any framework runs, until something
 * changes that they show. An answer is kept when it says that it is public; it is made once however many ask for it at the
 * same time. Who asks after a change was announced never gets what was begun before it.
 */
export function createKeptAnswers(settings: Settings) {
  const { bytesMax, nextMoment, now: rightNow = () => new Date(), isHeard, cdnSeconds, byHost } = settings;
  /** By address, in the order in which they were asked for last. */
  const answers = new Map<string, Kept>();
  const byTopic = new Map<string, Set<string>>();
  const makings = new Map<string, Making>();
  const underWay = new Set<Making>();
  const comesAgain = createRareAddresses();
  let [bytes, hits, misses] = [0, 0, 0];
  let moment: Promise<Date | null> | undefined;

  /** What is kept for an address, if it still holds. */
  function find(address: string): Kept | undefined {
    const kept = answers.get(address);
    if (!kept) return undefined;
    const now = rightNow().getTime();
    if (now > kept.until || (now > kept.begun + unheardMax && !isHeard())) {
      forget(address);
      return undefined;
    }
    answers.delete(address);
    answers.set(address, kept);
    return kept;
  }

  /** Answers from what is kept. @returns whether there was something */
  function send({ incoming, outgoing, seen }: Asking): boolean {
    const address = addressOf(incoming);
    const kept = address === null ? undefined : find(address);
    if (!kept || !sendFinished(kept, { headers: incoming.headers, id: seen.id }, outgoing)) return false;
    hits++;
    seen.route = kept.route;
    return true;
  }

  /**
   * Answers what could not be sent: by `fetch`, once for all who ask for the same. @returns what is this request's alone, which
   * was not sent
   */
  async function answer(asking: Asking, fetch: Fetch): Promise<Response | null> {
    const { incoming, outgoing, seen } = asking;
    const address = addressOf(incoming);
    const isShared = address !== null && incoming.method === "GET";
    const shared = isShared && (find(address) ?? (await waitWithOthers(address, outgoing)));
    if (shared) {
      hits++;
      seen.route = shared.route;
      return sendMade(address, shared, asking);
    }

    if (isShared) misses++;
    const audience = audienceOf(outgoing);
    if (!isShared) return forOutside(await fetch(audience.gone));
    let answered: Response | undefined;
    const made = await begin(address, audience, async () => {
      answered = await fetch(audience.gone);
      return { answered, route: seen.route };
    });
    // Not for everybody, so for this request only.
    if (made) return sendMade(address, made, asking);
    return forOutside(answered ?? (await fetch(audience.gone)));
  }

  /** What others wait for who have asked for the same; null when nobody has, or when it comes to nothing. */
  async function waitWithOthers(address: string, outgoing: ServerResponse): Promise<Kept | null> {
    const making = makings.get(address);
    if (!making || making.audience.gone.aborted) return null;
    making.audience.join(outgoing);
    return making.kept.catch(() => null);
  }

  async function sendMade(address: string, kept: Kept, { incoming, outgoing, seen }: Asking) {
    const isKept = () => answers.get(address) === kept;
    await packAndSend(
      kept,
      isKept() ? "often" : "once",
      { headers: incoming.headers, id: seen.id },
      outgoing,
      (more) => {
        kept.bytes += more;
        if (isKept()) grow(more);
      },
    );
    return null;
  }

  async function begin(address: string, audience: Audience, fetch: () => Promise<Made>): Promise<Kept | null> {
    const making: Making = { kept: make(fetch), audience, changed: new Set(), isOutdated: false };
    makings.set(address, making);
    underWay.add(making);
    try {
      const kept = await making.kept;
      if (kept && !isOutdated(making, kept) && (!address.includes("?") || comesAgain(address))) keep(address, kept);
      return kept;
    } finally {
      underWay.delete(making);
      if (makings.get(address) === making) makings.delete(address);
    }
  }

  async function make(fetch: () => Promise<Made>): Promise<Kept | null> {
    const now = rightNow();
    const [{ answered, route }, next] = await Promise.all([fetch(), momentAfter(now)]);
    if (!isPublic(answered)) return null;
    const topics = answered.headers.get(topicsHeader)?.split(" ") ?? null;
    const finished = await finish(forOutside(answered));
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    const until = Math.min(now.getTime() + keptMax, midnight - 1, next?.getTime() ?? Infinity);
    return { ...finished, topics, begun: now.getTime(), until, bytes: finished.whole.length + overhead, route };
  }

  /** Read once and known until it has come, or an event is changed. */
  async function momentAfter(now: Date): Promise<Date | null> {
    const known = await moment;
    if (known === null || (known && known >= now)) return known;
    moment = nextMoment(now).catch(() => now);
    return moment;
  }

  function keep(address: string, kept: Kept) {
    forget(address);
    answers.set(address, kept);
    for (const topic of kept.topics ?? [anything]) {
      const addresses = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, addresses.add(address));
    }
    grow(kept.bytes);
  }

  function grow(more: number) {
    bytes += more;
    for (const [address] of answers) {
      if (bytes <= bytesMax) break;
      forget(address);
    }
  }

  function forget(address: string) {
    const kept = answers.get(address);
    if (!kept) return;
    answers.delete(address);
    bytes -= kept.bytes;
    for (const topic of kept.topics ?? [anything]) {
      const addresses = byTopic.get(topic);
      addresses?.delete(address);
      if (addresses?.size === 0) byTopic.delete(topic);
    }
  }

  /** Forgets the answers that show a topic, which has changed; the change is committed. */
  function drop(topic: string) {
    moment = undefined;
    for (const making of underWay) making.changed.add(topic);
    // Who asks from now on does not wait for what was begun before.
    makings.clear();
    for (const key of [topic, anything]) for (const address of byTopic.get(key) ?? []) forget(address);
  }

  /** Anything may have changed. */
  function dropAll() {
    moment = undefined;
    for (const making of underWay) making.isOutdated = true;
    makings.clear();
    answers.clear();
    byTopic.clear();
    bytes = 0;
  }

  /** Where a request's answer is kept: null for what may be somebody's own, or is no plain question. */
  function addressOf({ method, url = "", headers }: IncomingMessage): string | null {
    if ((method !== "GET" && method !== "HEAD") || headers.authorization !== undefined) return null;
    if (!url.startsWith("/") || url.length > addressMax || headers.range !== undefined) return null;
    return byHost ? `${headers.host} ${url}` : url;
  }

  function forOutside(answered: Response): Response {
    const { headers } = answered;
    headers.delete(topicsHeader);
    // With `no-cache`, caches on the way would have to ask each time too.
    if (cdnSeconds > 0 && headers.get("cache-control") === publicCaching)
      headers.set("cache-control", `public, max-age=0, s-maxage=${cdnSeconds}`);
    return answered;
  }

  /** How many answers are kept, in how many bytes, and how often there was one that could be sent, or none. */
  const figures = () => ({ pages: answers.size, bytes, hits, misses });

  return { send, answer, drop, dropAll, figures };
}

/** The topic of what does not say what it shows. */
const anything = "*";

/** The caching of what is the same for everybody, and may change at any time. */
export const publicCaching = "public, no-cache";

const isPublic = ({ status, headers }: Response) =>
  status === 200 && /\bpublic\b/.test(headers.get("cache-control") ?? "") && !headers.has("set-cookie");

const isOutdated = ({ changed, isOutdated: isAll }: Making, { topics }: Kept) =>
  isAll || (topics === null ? changed.size > 0 : topics.some((topic) => changed.has(topic)));

/**
 * Tells whether an address has come before, lately: made-up queries are not to drive out what people look at.
 * It remembers between one and two times `rareMax`.
 */
function createRareAddresses() {
  let [latest, before] = [new Set<string>(), new Set<string>()];
  return (address: string): boolean => {
    if (latest.has(address) || before.has(address)) return true;
    if (latest.size >= rareMax) [latest, before] = [new Set(), latest];
    latest.add(address);
    return false;
  };
}
