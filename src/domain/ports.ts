import type { Letter } from "./mail.ts";

/**
 * The subject of an action link in a mail; a link with another one is not accepted. `notifications` is a kind of mail
 * that a member gets, `newsletter` an address on its list.
 */
export type LinkPurpose = "registration" | "notifications" | "newsletter";

/** Signs what links in mails carry, so that they work for the mail's reader, logged in or not; nothing is stored. */
export type LinkSigner = {
  /** @returns a token that fits into an address; anybody can read the id in it, and nobody else can make one */
  sign(purpose: LinkPurpose, id: string): string;
  /** The id in a token; null when it was not signed by us, or for another purpose. */
  read(purpose: LinkPurpose, token: string): string | null;
};

/** Sends mail. */
export type Mailer = {
  /**
   * Hands a letter on for good, as a mail. `id` names it: sent again after a crash, it has the same Message-ID.
   * @throws Undeliverable when trying again would not help, any other error when it may
   */
  send(letter: Letter, id: string): Promise<void>;
};

/**
 * A project at Firebase Authentication, by the values that its console shows, none of which is secret; `emulator` is the
 * host and port of the official emulator that stands in for it, for tests and development.
 */
export type FirebaseProject = {
  apiKey: string;
  authDomain: string;
  projectId: string;
  storageBucket: string;
  messagingSenderId: string;
  appId: string;
  emulator: string | null;
};

/**
 * The actions that are limited; `form` is for everything that anybody may send us (messages, subscriptions), `invite`
 * adding somebody to an event by their address.
 */
export type AttemptKind = "sign_in" | "sign_up" | "mail" | "form" | "invite";

/**
 * The owner of an attempt: the network address that it comes from, and the account that it is about: the e-mail that
 * it names, in lower case, whether or not there is such an account.
 */
export type AttemptKeys = { address?: string; account?: string };

/** Counts one attempt, by each key that has a limit. @throws Failure too_many_attempts, which knows how long to wait */
export type LimitAttempts = (kind: AttemptKind, keys: AttemptKeys) => Promise<void>;

/**
 * The numbers of an event as server-sent events: at once, and then whenever they have changed, on whatever process; until
 * the event is deleted, or the viewer cancels the stream. `address` is their network address.
 * @throws Failure not_found, too_many_viewers
 */
export type WatchNumbers = (eventId: string, address: string) => Promise<ReadableStream<Uint8Array>>;

/** The words on an event's picture, as a person reads them; `eventType` chooses the scene. */
export type EventWords = { eventType: string; eventTypeLabel: string; title: string; when: string; place: string };

/** Draws what is shown where an event is shared, and takes in what people upload. */
export type PictureMaker = {
  /** A PNG of 1200 to 630 pixels. */
  drawEvent(words: EventWords): Promise<Uint8Array>;
  /**
   * An uploaded photo as a WebP of at most 1600 pixels a side, upright and without what cameras note in it (where, when,
   * whose); null when it is no picture that we read (JPEG, PNG, WebP, GIF or AVIF).
   */
  fitPhoto(file: Uint8Array): Promise<Uint8Array | null>;
};
