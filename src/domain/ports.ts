import type { LeftOut } from "./imports/rules.ts";
import type { Letter } from "./mail.ts";
import type { Point } from "./towns/rules.ts";

/**
 * The subject of an action link in a mail; a link with another one is not accepted. `notifications` is a kind of mail
 * that a member gets, `newsletter` an address on its list,
 * `contact` one that is to stand with a member's events. `gate` is a key that opens an event's gate, `gate_pass` what a device shows
 * there from then on.
 */
export type LinkPurpose = "registration" | "notifications" | "newsletter" | "contact" | "gate" | "gate_pass";

/** Where the pictures of maps come from: an address with `{z}`, `{x}` and `{y}`, and whom they are credited to. */
export type MapTiles = { tiles: string; credit: string };

/** Signs what links in mails carry, so that they work for the mail's reader, logged in or not; nothing is stored. */
export type LinkSigner = {
  /** @returns a token that fits into an address; anybody can read the id in it, and nobody else can make one */
  sign(purpose: LinkPurpose, id: string): string;
  /** The id in a token; null when it was not signed by us, or for another purpose. */
  read(purpose: LinkPurpose, token: string): string | null;
};

/** A public key as a JWK, under the id that names it (RFC 7638). */
export type PublicKey = { kty: "RSA"; n: string; e: string; kid: string; alg: "RS256"; use: "sig" };
export type SigningKey = { id: string; publicKey: PublicKey };

/** Signs what volunteers show others of their record, and checks what was signed. */
export type CredentialSigner = {
  /** The keys that we have, the one that signs first; it is made if there is none. */
  keys(): Promise<[SigningKey, ...SigningKey[]]>;
  /** @returns a JWT that names the key by the address at which others find it */
  sign(payload: Record<string, unknown>, keyAddress: string): Promise<string>;
  /** What a token says; null when this key has not signed it as it is. */
  read(token: string, key: PublicKey): Promise<unknown>;
};

/** Writes down what the people who run this have to know. Nobody's name, address or secret belongs there: see `asBug`. */
export type Log = {
  /** Something of ours did not work. `where` names the call or the page, and never an address; `id` is the request's. */
  failed: (where: string, bug: Error, id?: string) => void;
  /** Something that they can mend, such as how we are set up. */
  warn: (sentence: string, details?: unknown) => void;
};

/** Sends mail. */
export type Mailer = {
  /**
   * Hands a letter on for good, as a mail. `id` names it: sent again after a crash, it has the same Message-ID.
   * @throws Undeliverable when trying again would not help, MailServerAway when no mail would go out now, any other error when it may help
   */
  send(letter: Letter, id: string): Promise<void>;
  /** Whether mails would go out now. */
  isThere(): Promise<boolean>;
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
 * adding somebody to an event by their address, `import` looking for events elsewhere. `report` is reporting something, and `report_unknown` doing so without an account,
 * which all of these share. `gate` is opening an event's gate on a device, and `gate_sync` what an open one sends and asks. `event` is making one, `picture` uploading one, and `write` everything by
 * which a member changes something, these included. `outreach` is having a mail sent to somebody else, or to an address that
 * nobody has shown to be theirs; `unproven` any mail that goes to such an address.
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
  | "unproven";
type Change = "event" | "picture" | "write";

/**
 * The owner of an attempt: the network address that it comes from, the account that makes it or that it is about (an
 * e-mail in lower case, whether or not there is such an account, or a member's id), and the e-mail address that a mail goes to.
 */
export type AttemptKeys = { address?: string; account?: string; recipient?: string };

/**
 * Counts one attempt, by each key that has a limit.
 * @throws Failure too_many_attempts, or too_many_mails, _events, _imports, _pictures or _writes where it is about these; all know how
 * long to wait
 */
export type LimitAttempts = (kind: AttemptKind, keys: AttemptKeys) => Promise<void>;

/**
 * The numbers of an event as server-sent events: at once, and then whenever they have changed, on whatever process; until
 * the event is deleted, or the viewer cancels the stream. `address` is their network address.
 * @throws Failure not_found, too_many_viewers
 */
export type WatchNumbers = (eventId: string, address: string) => Promise<ReadableStream<Uint8Array>>;

/** A town as a gazetteer has it. `adminCode` is its code for the part of a country, `region` the name of that, where people say it. */
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

/** The towns of the world. `edition` names them as they are: those of another are read again. */
export type Gazetteer = { edition: string; towns: () => AsyncIterable<GazetteerTown> };

/**
 * The words on an event's picture, as a person reads them; `eventType` chooses the scene, and `photo` is the address of what
 * stands in its place.
 */
export type EventWords = {
  eventType: string;
  eventTypeLabel: string;
  title: string;
  when: string;
  place: string;
  photo: string | null;
};

/** Draws what is shown where an event is shared, and takes in what people upload. */
export type PictureMaker = {
  /**
   * A PNG of 1200 to 630 pixels. `readPhoto` is asked for the event's own photo, null when it has none, if it is not drawn yet.
   * @throws Failure pictures_busy (too many wait)
   */
  drawEvent(words: EventWords, readPhoto: () => Promise<Uint8Array | null>): Promise<Uint8Array>;
  /**
   * An uploaded photo as a WebP of at most 1600 pixels a side, upright and without what cameras note in it (where, when,
   * whose). `read` is asked for it once there is room; of one member one is decoded at a time.
   * @throws Failure pictures_busy (too many are on their way), picture_too_large (its pixels), picture_unreadable (no JPEG, PNG,
   * WebP, GIF or AVIF), picture_too_complex (it takes too long, or has too much in it besides the picture)
   */
  fitPhoto(memberId: string, read: () => Promise<Uint8Array>): Promise<Uint8Array>;
};

/** A text from the web, and the address that it came from in the end. */
export type FetchedText = { text: string; address: string };

/** An event as another program tells it. Texts are plain, and as long as they are there, within reason. */
export type ReadEvent = {
  /** What names it there; one date of an event that repeats has a name of its own. Several events may share one, by mistake. */
  uid: string;
  title: string;
  location: string;
  description: string;
  /** The address of its own page, or ''. */
  page: string;
  begin: Date;
  end: Date | null;
  /** IANA name of the zone that its times are told in. */
  timeZone: string;
  isAllDay: boolean;
  /** Whether its times name no zone, so that one was taken for granted. */
  isFloating: boolean;
  isPrivate: boolean;
  /** How many people can take part; null where that is not said. */
  spots: number | null;
  /** Where exactly it is; null where that is not said. */
  point: Point | null;
};

/** An event that does not take place; of a series, each of its dates. The title may be ''. */
export type ReadCancelled = Pick<ReadEvent, "uid" | "title" | "location" | "begin"> & { isSeries: boolean };

/**
 * What is in a calendar or a page: events to come, soonest first; canceled ones; titles of some that cannot be read; and how many others
 * are left out, and why.
 */
export type ReadEvents = { events: ReadEvent[]; cancelled: ReadCancelled[]; unreadable: string[]; leftOut: LeftOut };

/** When, and for whom, a text is read: its times may name no zone, and its links no site. */
export type ReadSetting = { now: Date; timeZone: string; address: string | null };

/** Brings events from elsewhere. */
export type EventImporter = {
  /**
   * The text at an address on the web; null where this site fetches none.
   * @throws Failure import_address, import_unreachable, import_too_large
   */
  fetchText: ((address: string, userAgent: string) => Promise<FetchedText>) | null;
  /**
   * The events in a calendar (.ics) or in a page with JSON-LD, in bounded time and memory whatever the text is, or its bytes are.
   * @throws Failure import_unreadable, imports_busy (too many are being read)
   */
  readEvents: (text: string | Uint8Array, setting: ReadSetting) => Promise<ReadEvents>;
};

/**
 * What the people who run a site say of it in place of our examples: in the footer, and the numbers on the home page. A part that is missing
 * is as the specification has it; an empty one is left out.
 */
export type SiteTexts = {
  readonly [part in "postalAddress" | "phone" | "email" | "year" | "members" | "events" | "cities"]?: string;
} & { readonly social?: readonly { readonly name: string; readonly to: string }[] };
