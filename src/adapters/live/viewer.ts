import type { Writable } from "node:stream";

const encoder = new TextEncoder();

/** What a stream holds ready at most: the time to wait before coming back, and one frame. */
const queueMax = 2;
const queue = new CountQueuingStrategy({ highWaterMark: queueMax });

/** In milliseconds: after a stop, who watched comes back spread over as long. */
const retry = { min: 1000, max: 5000 };

const beat = encoder.encode(":\n\n");

/** One server-sent event; made once, and sent to all who watch. */
export const frameOf = (name: "numbers" | "gone", data: string) => encoder.encode(`event: ${name}\ndata: ${data}\n\n`);

/** What is watched: an event, its latest numbers as they are sent (null until they are known), and its viewers. */
export type Topic = { id: string; text: string; frame: Uint8Array<ArrayBuffer> | null; viewers: Set<Viewer> };

/** What leads to a page: a stream that is read, or a connection. */
type Outlet = {
  /** What was written before has gone out, as far as we know: all of it, or so much that more may be written. */
  isEmpty: () => boolean;
  hasRoom: () => boolean;
  write: (bytes: Uint8Array) => void;
  end: () => void;
};

/**
 * One viewer. A page that reads slower than the numbers change misses some and then gets the latest, so nothing piles up for
 * them.
 */
export class Viewer {
  readonly #topic: Topic;
  readonly #onLeave: () => void;
  #outlet: Outlet | undefined;
  #behind = false;
  #told = false;

  /** @param onLeave is called once, when they have gone or we have ended it */
  constructor(topic: Topic, onLeave: () => void) {
    this.#topic = topic;
    this.#onLeave = onLeave;
  }

  /** What they watch as a stream. */
  stream(): ReadableStream<Uint8Array> {
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        const room = () => controller.desiredSize ?? 0;
        this.#open({
          isEmpty: () => room() === queueMax,
          hasRoom: () => room() > 0,
          write: (bytes) => controller.enqueue(bytes),
          end: () => controller.close(),
        });
      },
      pull: () => this.#catchUp(),
      cancel: () => this.leave(),
    };
    return new ReadableStream(source, queue);
  }

  /** Goes on, from the beginning, on a connection, where nobody has read the stream yet: that costs a fraction of the memory. */
  moveTo(connection: Writable) {
    if (connection.destroyed) return this.leave();
    if (!this.#outlet) return void connection.end();
    this.#open({
      isEmpty: () => connection.writableLength === 0,
      hasRoom: () => !connection.writableNeedDrain,
      write: (bytes) => void connection.write(bytes),
      end: () => void connection.end(),
    });
    connection.on("drain", () => this.#catchUp());
    connection.once("close", () => this.leave());
    if (this.#told) this.tell();
  }

  #open(outlet: Outlet) {
    this.#outlet = outlet;
    const wait = retry.min + Math.floor(Math.random() * (retry.max - retry.min));
    outlet.write(encoder.encode(`retry: ${wait}\n\n`));
  }

  /** Sends the latest numbers, or notes that they are to be sent when what was sent before has gone out. */
  tell() {
    const { frame } = this.#topic;
    if (!frame || !this.#outlet) return;
    this.#told = true;
    this.#behind = !this.#outlet.hasRoom();
    if (!this.#behind) this.#outlet.write(frame);
  }

  /** The same for a page that has not been told any yet. */
  tellFirst() {
    if (!this.#told) this.tell();
  }

  #catchUp() {
    if (this.#behind) this.tell();
  }

  /** Shows that we are there, to pages that have nothing else to read; where nobody is any more, the network finds out by it. */
  beat() {
    if (this.#outlet?.isEmpty()) this.#outlet.write(beat);
  }

  /** Ends it, with a last word if there is one. */
  end(last?: Uint8Array) {
    if (last) this.#outlet?.write(last);
    this.#outlet?.end();
    this.leave();
  }

  /** They have gone. */
  leave() {
    if (!this.#outlet) return;
    this.#outlet = undefined;
    this.#onLeave();
  }
}
