const encoder = new TextEncoder();

/** The maximum number of items buffered in a stream: the time to wait before coming back, and one frame. */
const queueMax = 2;
const queue = new CountQueuingStrategy({ highWaterMark: queueMax });

/** In milliseconds: after a stop, viewers come back spread over this range. */
const retry = { min: 1000, max: 5000 };

const beat = encoder.encode(":\n\n");

/** A server-sent event; encoded once, and sent to all viewers. */
export const frameOf = (name: "numbers" | "gone", data: string) => encoder.encode(`event: ${name}\ndata: ${data}\n\n`);

/** A watched event: its latest numbers as they are sent (null until they are known), and its viewers. */
export type Topic = { id: string; text: string; frame: Uint8Array<ArrayBuffer> | null; viewers: Set<Viewer> };

/**
 * A viewer of an event. A page that reads more slowly than the numbers change misses some and then gets the latest, so
 * nothing piles up.
 */
export class Viewer {
  readonly #topic: Topic;
  readonly #onLeave: () => void;
  /** The stream that the viewer reads; undefined once they have left. */
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #behind = false;
  #told = false;

  /** @param onLeave is called once, when they have left or we have ended the stream */
  constructor(topic: Topic, onLeave: () => void) {
    this.#topic = topic;
    this.#onLeave = onLeave;
  }

  /** Returns the stream for this viewer. */
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

  /** The number of items that can be buffered until the viewer reads. */
  get #room() {
    return this.#controller?.desiredSize ?? 0;
  }

  /** Sends the latest numbers, or remembers to send them once earlier data have been read. */
  tell() {
    const { frame } = this.#topic;
    if (!frame || !this.#controller) return;
    this.#told = true;
    this.#behind = this.#room <= 0;
    if (!this.#behind) this.#controller.enqueue(frame);
  }

  /** Sends the numbers to a page that has none yet. */
  tellFirst() {
    if (!this.#told) this.tell();
  }

  #catchUp() {
    if (this.#behind) this.tell();
  }

  /** Sends a keep-alive to pages with nothing else to read; if the viewer is gone, the network detects it this way. */
  beat() {
    if (this.#room === queueMax) this.#controller?.enqueue(beat);
  }

  /** Ends the stream, with a last message if there is one. */
  end(last?: Uint8Array) {
    if (last) this.#controller?.enqueue(last);
    this.#controller?.close();
    this.leave();
  }

  /** Handles the end of a viewer's connection. */
  leave() {
    if (!this.#controller) return;
    this.#controller = undefined;
    this.#onLeave();
  }
}
