import type { LeftOut } from "./imports/rules.ts";
import type { Letter } from "./mail.ts";
import type { Point } from "./towns/rules.ts";

/**
 * The purpose of an action link in a mail; a link for another purpose is rejected. `notifications` is a kind of mail
 * that a member gets, `newsletter` a subscribed address, `contact` an address to show with a member's events. `gate` is
 * a key that opens an event's gate, `gate_pass` the token that a device sends from then on. `invitation` is one to
 * organize, `added` one to a spot that is held by name, `community` an address at which a community is to be reached,
 * `regular` a series to which a member comes each time, and one of its dates.
 */
export type LinkPurpose =
  | "registration"
  | "notifications"
  | "newsletter"
  | "contact"
  | "community"
  | "gate"
  | "gate_pass"
  | "invitation"
  | "told"
  | "added"
  | "regular";

/** The source of map pictures: an address with `{z}`, `{x}` and `{y}`, and the credit line. */
export type MapTiles = { tiles: string; credit: string };

/** Signs the tokens in mails' links, so that they work for the mail's reader, logged in or not; nothing is stored. */
export type LinkSigner = {
  /** @returns a token that fits into an address; anyone can read the id in it, and only we can make one */
  sign(purpose: LinkPurpose, id: string): string;
  /** Returns the id in a token; null if it was not signed by us, or for another purpose. */
  read(purpose: LinkPurpose, token: string): string | null;
};

/** A public key as a JWK, under the id that names it (RFC 7638). */
export type PublicKey = { kty: "RSA"; n: string; e: string; kid: string; alg: "RS256"; use: "sig" };
export type SigningKey = { id: string; publicKey: PublicKey };

/** Signs the credentials that volunteers show to others, and verifies them. */
export type CredentialSigner = {
  /** Returns our keys, the signing key first; creates one if there is none. */
  keys(): Promise<[SigningKey, ...SigningKey[]]>;
  /** @returns a JWT that names the key by the address at which others find it */
  sign(payload: Record<string, unknown>, keyAddress: string): Promise<string>;
  /** Returns the content of a token; null if this key has not signed it unchanged. */
  read(token: string, key: PublicKey): Promise<unknown>;
};

/** Logs facts that hosts must know. Names, addresses and secrets do not belong in the log: see `asBug`. */
export type Log = {
  /** Logs a failure of ours. `where` names the call or the page, and never an address; `id` is the request's. */
  failed: (where: string, bug: Error, id?: string) => void;
  /** Logs a problem that hosts can fix, such as a wrong setting. */
  warn: (sentence: string, details?: unknown) => void;
};

/** Sends mail. */
export type Mailer = {
  /**
   * Sends a letter as a mail, irrevocably. `id` names it: a repeated mail after a crash has the same Message-ID.
   * @throws Undeliverable if trying again would not help, MailServerAway if no mail can go out now, any other error if
   * trying again may help
   */
  send(letter: Letter, id: string): Promise<void>;
  /** Tells whether mails can go out now. */
  isThere(): Promise<boolean>;
};

/**
 * A project at Firebase Authentication, by the values that its console shows; none is secret. `emulator` is the host
 * and port of the official emulator, for tests and development.
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
 * The actions that are rate-limited. `form` is for everything that anybody may send us (messages, subscriptions),
 * `invite` adding a member to an event by address, `import` looking for events elsewhere. `report` is reporting
 * something, and `report_unknown` doing so without an account, a limit that all visitors share. `gate` is opening an
 * event's gate on a device, and `gate_sync` the calls of an open one. `event` is creating one, `picture` uploading one,
 * and `write` any change by a member, these included. `outreach` is causing a mail to another person, or to an unproved
 * address; `outreach_known` is the same to people whom an organizer knows. `unproven` counts any mail to an unproved
 * address.
 */
export type AttemptKind =
  | "sign_in"
  | "sign_up"
  | "mail"
  | "form"
  | "invite"
  | "import"
  | "report"
  | "report_unknown"
  | "gate"
  | "gate_sync"
  | Change
  | "outreach"
  | "outreach_known"
  | "unproven";
type Change = "event" | "picture" | "write";

/**
 * The keys that an attempt counts for: its network address; the account that makes it or that it is about (an e-mail in
 * lower case, even without an account, or a member's id); and the recipient of its mail.
 */
export type AttemptKeys = { address?: string; account?: string; recipient?: string };

/**
 * Counts one attempt for each key that has a limit; for the account as many as `number`, all or none.
 * @throws Failure too_many_attempts, or too_many_mails, _events, _imports, _pictures or _writes for these kinds; each
 * has the time to wait
 */
export type LimitAttempts = (kind: AttemptKind, keys: AttemptKeys, number?: number) => Promise<void>;

/** Returns the number of attempts of a kind that an account has left; null if it is unlimited. */
export type AttemptsLeft = (kind: AttemptKind, account: string) => Promise<number | null>;

/**
 * Streams the numbers of an event as server-sent events: at once, and then whenever any process changes them, until the
 * event is deleted or the viewer cancels the stream. `address` is the viewer's network address.
 * @throws Failure not_found, too_many_viewers
 */
export type WatchNumbers = (eventId: string, address: string) => Promise<ReadableStream<Uint8Array>>;

/**
 * A town in a gazetteer. `adminCode` is its code for the part of a country, `region` the name of that part, where
 * people use it.
 */
export type GazetteerTown = {
  id: number;
  name: string;
  otherNames: readonly string[];
  country: string;
  adminCode: string;
  region: string | null;
  population: number;
  point: Point;
};

/** The towns of the world. `edition` identifies their state: towns of another edition are read again. */
export type Gazetteer = { edition: string; towns: () => AsyncIterable<GazetteerTown> };

/**
 * The words on an event's picture, for people to read; `eventType` chooses the scene, and `photo` is the address of a
 * photo in its place.
 */
export type EventWords = {
  eventType: string;
  eventTypeLabel: string;
  title: string;
  when: string;
  place: string;
  photo: string | null;
};

/** Draws the picture shown where an event is shared, and prepares uploaded ones. */
export type PictureMaker = {
  /**
   * Draws a PNG of 1200 to 630 pixels. If it is not cached, `readPhoto` is called for the event's own photo, null if
   * there is none.
   * @throws Failure pictures_busy (too many wait)
   */
  drawEvent(words: EventWords, readPhoto: () => Promise<Uint8Array | null>): Promise<Uint8Array>;
  /**
   * Converts an uploaded photo to a WebP of at most 1600 pixels a side, upright and without camera metadata (place,
   * time, owner). `read` is called once there is room; each member's photos are decoded one at a time.
   * @throws Failure pictures_busy (too many are on their way), picture_too_large (its pixels), picture_unreadable (no
   * JPEG, PNG, WebP, GIF or AVIF), picture_too_complex (it takes too long, or has too much in it besides the picture)
   */
  fitPhoto(memberId: string, read: () => Promise<Uint8Array>): Promise<Uint8Array>;
};

/** A text from the web, and its final address after redirects. */
export type FetchedText = { text: string; address: string };

/** An event from another program. Texts are plain, and complete within reason. */
export type ReadEvent = {
  /**
   * The event's id at the source; each date of a repeating event has its own. Several events may share an id by
   * mistake.
   */
  uid: string;
  title: string;
  location: string;
  description: string;
  /** The address of the event's own page, or ''. */
  page: string;
  begin: Date;
  end: Date | null;
  /** The IANA name of the zone of its times. */
  timeZone: string;
  isAllDay: boolean;
  /** True if the event's times name no zone, so that one was assumed. */
  isFloating: boolean;
  isPrivate: boolean;
  /** The number of people who can take part; null if not given. */
  spots: number | null;
  /** The exact position; null if not given. */
  point: Point | null;
};

/** A canceled event; for a series, each of its dates. The title may be ''. */
export type ReadCancelled = Pick<ReadEvent, "uid" | "title" | "location" | "begin"> & { isSeries: boolean };

/**
 * The content of a calendar or a page: coming events, soonest first; canceled ones; titles of unreadable ones; and the
 * numbers of events left out, by reason.
 */
export type ReadEvents = { events: ReadEvent[]; cancelled: ReadCancelled[]; unreadable: string[]; leftOut: LeftOut };

/** The context in which a text is read, because its times may lack a zone, and its links a site. */
export type ReadSetting = { now: Date; timeZone: string; address: string | null };

/** Imports events from other sites. */
export type EventImporter = {
  /**
   * Fetches the text at a web address; null if this site fetches none.
   * @throws Failure import_address, import_unreachable, import_too_large
   */
  fetchText: ((address: string, userAgent: string) => Promise<FetchedText>) | null;
  /**
   * Reads the events in a calendar (.ics) or in a page with JSON-LD, in bounded time and memory for any input.
   * @throws Failure import_unreadable, imports_busy (too many are being read)
   */
  readEvents: (text: string | Uint8Array, setting: ReadSetting) => Promise<ReadEvents>;
};

/**
 * The hosts' own texts in place of our examples: in the footer, and the numbers on the home page. A missing text is as
 * in the specification; an empty one is left out.
 */
export type SiteTexts = {
  readonly [part in "postalAddress" | "phone" | "email" | "year" | "members" | "events" | "cities"]?: string;
} & { readonly social?: readonly { readonly name: string; readonly to: string }[] };
