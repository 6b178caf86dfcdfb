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

/**
 * One viewer. A page that reads slower than the numbers change misses some and then gets the latest, so nothing piles up for
 * them.
 */
export class Viewer {
  readonly #topic: Topic;
  readonly #onLeave: () => void;
  /** Writes to the stream that they read, until they have gone. */
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
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
        this.#controller = controller;
        const wait = retry.min + Math.floor(Math.random() * (retry.max - retry.min));
        controller.enqueue(encoder.encode(`retry: ${wait}\n\n`));
      },
      pull: () => this.#catchUp(),
      cancel: () => this.leave(),
    };
    return new ReadableStream(source, queue);
  }

  /** How much more may be written before what was written is read. */
  get #room() {
    return this.#controller?.desiredSize ?? 0;
  }

  /** Sends the latest numbers, or notes that they are to be sent when what was sent before has gone out. */
  tell() {
    const { frame } = this.#topic;
    if (!frame || !this.#controller) return;
    this.#told = true;
    this.#behind = this.#room <= 0;
    if (!this.#behind) this.#controller.enqueue(frame);
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
    if (this.#room === queueMax) this.#controller?.enqueue(beat);
  }

  /** Ends it, with a last word if there is one. */
  end(last?: Uint8Array) {
    if (last) this.#controller?.enqueue(last);
    this.#controller?.close();
    this.leave();
  }

  /** They have gone. */
  leave() {
    if (!this.#controller) return;
    this.#controller = undefined;
    this.#onLeave();
  }
}
