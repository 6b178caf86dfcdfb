import { setImmediate, setTimeout } from "node:timers/promises";
import { type Database, newId } from "#db/schema.server.ts";
import { withEarlierWords } from "#domain/earlier-words.ts";
import { listNumbers } from "#domain/events/queries.ts";
import type { EventNumbers } from "#domain/events/shapes.ts";
import { Failure } from "#domain/failure.ts";
import type { WatchNumbers } from "#domain/ports.ts";
import { isId } from "#domain/shapes.ts";
import { type Channel, openChannel } from "./channel.ts";
import { frameOf, type Topic, Viewer } from "./viewer.ts";
import { subnetOf } from "../auth/subnet.ts";

/** The minimum interval for telling and reading announced changes, in milliseconds. */
const pause = 100;

/**
 * The interval at which every watched event is reread, in milliseconds; every second time we also send a keep-alive.
 */
const defaultSweep = 12_500;

/** The number of viewers written to before other work gets a turn. */
const slice = 250;

const gone = frameOf("gone", "{}");

type Settings = {
  db: Database;
  /** The PostgreSQL that other processes may use too; null for the embedded database, which has a single process. */
  url: string | null;
  limits: ViewerLimits;
  /** The shared name of this machine's processes, for processes on other machines. */
  instance?: string;
  /** Tells this machine's other processes at once about changes here; `hear` takes theirs. */
  tellSiblings?: (topic: string) => void;
  /**
   * Called with what has changed, here or in another process; null means that anything may have changed while we could
   * not listen.
   */
  onChange?: (changed: string | null) => void;
  /** In milliseconds; for tests. */
  sweepEvery?: number;
};

export type LiveNumbers = ReturnType<typeof createLiveNumbers>;

/**
 * Sends the viewers of an event its numbers. Announcements of this process and messages from others are collected for a
 * tenth of a second. Then the numbers of all changed events with viewers here are read in one query, and differences go
 * to all viewers, as one frame. A crash or a lost connection can swallow an announcement, so all watched events are
 * also reread every 12.5 s, and after reconnecting.
 */
export function createLiveNumbers(settings: Settings) {
  const { db, url, limits, instance = newId(), tellSiblings = () => {} } = settings;
  const { onChange = () => {}, sweepEvery = defaultSweep } = settings;
  const topics = new Map<string, Topic>();
  const { admitViewer, count } = createViewerLimit(limits);
  /** The topics to tell others, and those to read here. */
  const announced = new Set<string>();
  const changed = new Set<string>();
  let coming: Promise<void> | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const channel: Channel | null = url === null ? null : openChannel({ db, url, instance, onTold, onListening });

  /** Announces a committed change that everybody sees, such as an event's numbers. */
  function announce(what: string) {
    // A caller may write an event's id in upper case.
    const topic = what.toLowerCase();
    if (channel) announced.add(topic);
    onTold([topic]);
    tellSiblings(topic);
    if (announced.size > 0) void round().catch(() => {});
  }

  function onTold(told: readonly string[]) {
    for (const topic of told) onChange(topic);
    noteChanges(told);
  }

  /** Earlier messages were lost. */
  function onListening() {
    onChange(null);
    noteChanges(topics.keys());
  }

  function noteChanges(eventIds: Iterable<string>) {
    for (const id of eventIds) if (topics.has(id)) changed.add(id);
    // Without a database, requests report that; the topics are read with the next change, or by the sweep.
    if (changed.size > 0) void round().catch(() => {});
  }

  /** Returns the round of telling and reading that follows the current one. */
  function round(): Promise<void> {
    return (coming ??= (async () => {
      await Promise.all([setTimeout(pause), underWay]);
      coming = undefined;
      const read = readChanged();
      underWay = Promise.allSettled([read, tellOthers()]);
      await read;
    })());
  }

  async function tellOthers() {
    const eventIds = [...announced];
    announced.clear();
    // A process that misses the announcement detects the change by its next sweep.
    await channel?.tell(eventIds).catch(() => {});
  }

  async function readChanged() {
    const eventIds = [...changed].filter((id) => topics.has(id));
    changed.clear();
    if (eventIds.length === 0) return;
    const numbers = await listNumbers(db, eventIds).catch((error: unknown) => {
      for (const id of eventIds) changed.add(id);
      throw error;
    });
    for (const id of eventIds) await send(id, numbers.get(id));
  }

  async function send(eventId: string, numbers: EventNumbers | undefined) {
    const topic = topics.get(eventId);
    if (!topic) return;
    if (!numbers) {
      topics.delete(eventId);
      return toAll([...topic.viewers], (viewer) => viewer.end(gone));
    }
    const text = JSON.stringify(withEarlierWords(numbers));
    if (text === topic.text) return;
    Object.assign(topic, { text, frame: frameOf("numbers", text) });
    await toAll([...topic.viewers], (viewer) => viewer.tell());
  }

  const watchNumbers: WatchNumbers = async (eventId, address) => {
    if (!isId(eventId)) throw new Failure("not_found");
    // The page reconnects at once, to another process or to this one's successor.
    if (stopped) return new ReadableStream({ start: (controller) => controller.close() });
    const countOut = admitViewer(address);
    const topic = topicOf(eventId.toLowerCase());
    const viewer = new Viewer(topic, () => {
      topic.viewers.delete(viewer);
      if (topic.viewers.size === 0 && topics.get(topic.id) === topic) topics.delete(topic.id);
      countOut();
      if (count() === 0) clearInterval(timer);
    });
    const stream = viewer.stream();
    topic.viewers.add(viewer);
    if (count() === 1) timer = setInterval(sweep, sweepEvery).unref();
    try {
      // A topic changed since its last reading is read before its numbers are sent.
      if (!topic.frame || changed.has(topic.id)) {
        changed.add(topic.id);
        await round();
      }
      if (!topic.frame) throw new Failure("not_found");
      viewer.tellFirst();
      return stream;
    } catch (error) {
      viewer.leave();
      throw error;
    }
  };

  function topicOf(id: string): Topic {
    const topic = topics.get(id) ?? { id, text: "", frame: null, viewers: new Set() };
    topics.set(id, topic);
    return topic;
  }

  let sweeps = 0;
  function sweep() {
    noteChanges(topics.keys());
    if (++sweeps % 2 === 0) void toAll(everybody(), (viewer) => viewer.beat());
  }

  const everybody = () => [...topics.values()].flatMap(({ viewers }) => [...viewers]);

  /** Ends all streams, and accepts no new ones, because this process stops. */
  function endStreams() {
    stopped = true;
    for (const viewer of everybody()) viewer.end();
  }

  /** Tells other processes the remaining changes, and stops listening. */
  async function close() {
    endStreams();
    await coming?.catch(() => {});
    await underWay;
    await channel?.close();
  }

  /** True if other processes can be heard; always true if there are none. */
  const isHeard = () => channel?.isHeard() ?? true;

  return {
    announce,
    hear: (topic: string) => onTold([topic]),
    watchNumbers,
    isHeard,
    viewers: count,
    endStreams,
    close,
  };
}

/** Calls a function for each viewer, in slices, so that other requests need not wait for a crowd. */
async function toAll(viewers: readonly Viewer[], deed: (viewer: Viewer) => void) {
  for (const viewer of viewers) {
    deed(viewer);
    if (++turns % slice === 0) await setImmediate();
  }
}
let turns = 0;

/** The maximum number of viewers at a time on this process: in total, and per network address; null is unlimited. */
type ViewerLimits = { all: number | null; address: number | null };

/** Viewers are counted because each takes memory and a connection. */
function createViewerLimit({ all, address: each }: ViewerLimits) {
  const viewersFrom = new Map<string, number>();
  let count = 0;

  /** Admits a viewer. @returns a function to call when they have left. @throws Failure too_many_viewers */
  function admitViewer(address: string): () => void {
    const network = subnetOf(address);
    const others = viewersFrom.get(network) ?? 0;
    if ((all !== null && count >= all) || (each !== null && others >= each)) throw new Failure("too_many_viewers");
    viewersFrom.set(network, others + 1);
    count++;
    return () => {
      count--;
      const left = (viewersFrom.get(network) ?? 1) - 1;
      if (left > 0) viewersFrom.set(network, left);
      else viewersFrom.delete(network);
    };
  }

  return { admitViewer, count: () => count };
}
