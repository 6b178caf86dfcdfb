/** What a link in a mail is for; one for something else does not do. `place` is of a join, `mails` of a kind of mail that
 * a member gets, `newsletter` of an address on its list. */
export type LinkPurpose = "place" | "mails" | "newsletter";

/** Signs what links in mails carry, so that they work for whoever reads the mail, logged in or not; nothing is stored. */
export type LinkSigner = {
  /** @returns a token that fits into an address; anybody can read the id in it, and nobody else can make one */
  sign(purpose: LinkPurpose, id: string): string;
  /** The id in a token; null when it was not signed by us, or for another purpose. */
  read(purpose: LinkPurpose, token: string): string | null;
};

/** A mail as a person reads it; who it is from is the mailer's to know. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** The entry for the reader's calendar, and what their calendar is to do with it (RFC 5546). */
  calendar?: { method: "REQUEST" | "CANCEL" | "PUBLISH"; content: string };
  /** Where a program takes the reader off the list by one POST (RFC 8058). */
  unsubscribe?: string;
};

/** Sends mail. */
export type Mailer = {
  /**
   * Hands a mail on for good. `id` names it: sent again after a crash, it has the same Message-ID.
   * @throws Undeliverable when trying again would not help, any other error when it may
   */
  send(mail: Mail, id: string): Promise<void>;
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
 * What may be tried only so often; `form` is what anybody may send us (messages, subscriptions), `invite` adding somebody to
 * an event by their address.
 */
export type AttemptKind = "sign_in" | "sign_up" | "mail" | "form" | "invite";

/**
 * Whose attempt it is: the network address that it comes from, and the account that it is about: the e-mail that it names,
 * in lower case, whether or not there is such an account.
 */
export type AttemptKeys = { address?: string; account?: string };

/** Counts one attempt, by each key that has a limit. @throws Failure too_many_attempts, which knows how long to wait */
export type LimitAttempts = (kind: AttemptKind, keys: AttemptKeys) => Promise<void>;

/**
 * The numbers of an event as server-sent events: at once, and then whenever they have changed, on whatever process; until
 * the event is deleted, or who watches cancels the stream. `address` is their network address.
 * @throws Failure not_found, too_many_viewers
 */
export type WatchNumbers = (eventId: string, address: string) => Promise<ReadableStream<Uint8Array>>;

/** What is written on an event's picture, in words as a person reads them; `kind` chooses the scene. */
export type EventWords = { kind: string; kindLabel: string; title: string; when: string; place: string };

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
