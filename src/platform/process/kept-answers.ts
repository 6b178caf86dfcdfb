import type { IncomingMessage, ServerResponse } from "node:http";
import { type Audience, audienceOf } from "./audience.ts";
import { finish, type Finished, packAndSend, sendFinished } from "./finished-answer.ts";
import type { Seen } from "./seen.ts";

type Kept = Finished & {
  /** The topics that the answer shows; null if it may show anything. */
  topics: readonly string[] | null;
  /** The times at which it was started and expires, in milliseconds since 1970. */
  begun: number;
  until: number;
  bytes: number;
  /** The pattern of the answer's address. */
  route: string;
};

/** An answer that is being made, its audience, and the topics announced meanwhile. */
type Making = { kept: Promise<Kept | null>; audience: Audience; changed: Set<string>; isOutdated: boolean };

/** A request and its response. */
type Asking = { incoming: IncomingMessage; outgoing: ServerResponse; seen: Seen };

/** Makes an answer; `gone` is aborted when the last caller who waits for it disconnects. */
type Fetch = (gone: AbortSignal) => Response | Promise<Response>;

/** A new answer, and the pattern of its address. */
type Made = { answered: Response; route: string };

type Settings = {
  /** The maximum size of all kept answers, in bytes. */
  bytesMax: number;
  /** Returns the next moment at which public content changes by itself; null if there is none. */
  nextMoment: (now: Date) => Promise<Date | null>;
  /** The shared clock. */
  now?: () => Date;
  /** Tells whether other processes' announcements reach this one. */
  isHeard: () => boolean;
  /** The time for which intermediate caches may answer without asking us, in seconds. */
  cdnSeconds: number;
  /** True if links in answers begin with the request's own host. */
  byHost: boolean;
};

/** The maximum age of an answer, in milliseconds, because a process can end before it has told others of a change. */
const keptMax = 60_000;
/** The maximum age while other processes' announcements do not reach this one. */
const unheardMax = 2000;
/** The number of remembered addresses with a query that were requested once, and their maximum length. */
const rareMax = 5000;
const addressMax = 400;
/** The size of an answer's headers and other data in memory, in bytes. */
const overhead = 4096;

/** The header that lists the topics an answer shows; it is removed before sending. */
export const topicsHeader = "cache-tag";

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;

/**
 * Keeps answers that are the same for everybody, and sends them as bytes, before any framework runs, until something
 * that they show changes. An answer is kept if it is marked as public; it is made once for all concurrent callers. A
 * request that arrives after a change never gets an answer started before it.
 */
export function createKeptAnswers(settings: Settings) {
  const { bytesMax, nextMoment, now: rightNow = () => new Date(), isHeard, cdnSeconds, byHost } = settings;
  /** The answers by address, least recently requested first. */
  const answers = new Map<string, Kept>();
  const byTopic = new Map<string, Set<string>>();
  const makings = new Map<string, Making>();
  const underWay = new Set<Making>();
  const comesAgain = createRareAddresses();
  let [bytes, hits, misses] = [0, 0, 0];
  let moment: Promise<Date | null> | undefined;

  /** Returns the kept answer for an address, if it is still valid. */
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

  /** Answers from a kept answer. @returns whether there was one */
  function send({ incoming, outgoing, seen }: Asking): boolean {
    const address = addressOf(incoming);
    const kept = address === null ? undefined : find(address);
    if (!kept || !sendFinished(kept, { headers: incoming.headers, id: seen.id }, outgoing)) return false;
    hits++;
    seen.route = kept.route;
    return true;
  }

  /**
   * Answers by `fetch`, once for all callers of the same address.
   * @returns an answer for this request alone, which was not sent
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
    // The answer is not the same for everybody, so only this request gets it.
    if (made) return sendMade(address, made, asking);
    return forOutside(answered ?? (await fetch(audience.gone)));
  }

  /** Waits for the answer that others have requested; null if there is none, or if it fails. */
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

  /** Returns the next moment of change, read once and cached until it has come, or an event changes. */
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

  /** Drops the answers that show a topic, after a committed change of it. */
  function drop(topic: string) {
    moment = undefined;
    for (const making of underWay) making.changed.add(topic);
    // Later callers must not wait for answers begun before.
    makings.clear();
    for (const key of [topic, anything]) for (const address of byTopic.get(key) ?? []) forget(address);
  }

  /** Drops all answers, because anything may have changed. */
  function dropAll() {
    moment = undefined;
    for (const making of underWay) making.isOutdated = true;
    makings.clear();
    answers.clear();
    byTopic.clear();
    bytes = 0;
  }

  /** Returns the key of a request's answer; null if the answer may be personal or the request is not a simple read. */
  function addressOf({ method, url = "", headers }: IncomingMessage): string | null {
    if ((method !== "GET" && method !== "HEAD") || headers.authorization !== undefined) return null;
    if (!url.startsWith("/") || url.length > addressMax || headers.range !== undefined) return null;
    return byHost ? `${headers.host} ${url}` : url;
  }

  function forOutside(answered: Response): Response {
    const { headers } = answered;
    headers.delete(topicsHeader);
    // With `no-cache`, intermediate caches would have to ask each time too.
    if (cdnSeconds > 0 && headers.get("cache-control") === publicCaching)
      headers.set("cache-control", `public, max-age=0, s-maxage=${cdnSeconds}`);
    return answered;
  }

  /** Returns the number and the size of kept answers, and the counts of hits and misses. */
  const figures = () => ({ pages: answers.size, bytes, hits, misses });

  return { send, answer, drop, dropAll, figures };
}

/** The topic of answers without a list of topics. */
const anything = "*";

/** The caching header of content that is the same for everybody, and may change at any time. */
export const publicCaching = "public, no-cache";

const isPublic = ({ status, headers }: Response) =>
  status === 200 && /\bpublic\b/.test(headers.get("cache-control") ?? "") && !headers.has("set-cookie");

const isOutdated = ({ changed, isOutdated: isAll }: Making, { topics }: Kept) =>
  isAll || (topics === null ? changed.size > 0 : topics.some((topic) => changed.has(topic)));

/**
 * Returns a function that tells whether an address has come recently, so that made-up queries cannot displace popular
 * pages. It remembers between one and two times `rareMax` addresses.
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
