import { createContext, data, type RouterContextProvider } from "react-router";

import type { Context } from "#domain/context.ts";
import { Failure, refusalIn } from "#domain/failure.ts";
import type {
  CredentialSigner,
  FirebaseProject,
  LimitAttempts,
  Log,
  MapTiles,
  PictureMaker,
  SiteTexts,
} from "#domain/ports.ts";
import { refusalOf } from "#domain/refusal.ts";

/** The caller of the domain for a page: always a visitor, because public pages are the same for everyone. */
export const visitor = createContext<Context>();

/**
 * The needs of a form sent without script: the database to write to, the limit on attempts, and the sender's network
 * address.
 */
export const sender = createContext<Pick<Context, "db"> & { limitAttempts: LimitAttempts; from: string }>();

/** The nonce of this document's scripts. */
export const nonce = createContext<string>("");

/** The id of the request, by which hosts find it in their log; empty if it has none. */
export const requestId = createContext<string>("");

/** The log for bugs. */
export const logOf = createContext<Log>();

/**
 * Lets a loader declare the topics that its page shows, as in change announcements; without it, every announcement
 * drops the page from the cache.
 */
export const showsOnly = createContext<(...topics: string[]) => void>();

/** Receives a rendered page as bytes, in place of the response body, which would have to be read again. */
export const tellsPage = createContext<(page: Buffer<ArrayBuffer>) => void>();

/** Receives the refusal of a page's data, so that the answer's headers and the data alone repeat it. */
export const tellsRefusal = createContext<(failure: Failure) => void>(() => {});

/** Our public address, such as `https://goodturn.example`. */
export const originOf = createContext<string>();

/** The source of map tiles. */
export const mapOf = createContext<MapTiles>();

/** The hosts' own texts. */
export const siteTextsOf = createContext<SiteTexts>({});

/** True if people can log in with Google here. */
export const offersGoogle = createContext<boolean>();
/** The Firebase project that handles accounts; null if we store the passwords. */
export const firebaseOf = createContext<FirebaseProject | null>();

/** True if imports can fetch events from addresses. */
export const fetchesEvents = createContext(false);

/** True if a host requests a page for hosts; for everybody else it does not exist. */
export const isHostHere = createContext(false);

/** Verifies the credentials that volunteers show others. */
export const credentialSigner = createContext<CredentialSigner>();

/** Draws the preview picture of a shared event. */
export const pictures = createContext<PictureMaker>();

/**
 * A query's answer, for a loader: a refusal becomes the page's status, so that a missing event is a 404. The page
 * repeats the API's words, also for an unreachable or full database.
 */
export async function orRefusal<Answer>(
  context: Readonly<RouterContextProvider>,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const failure = refusalIn(error);
    if (!failure) throw error;
    context.get(tellsRefusal)(failure);
    throw refused(failure);
  }
}

const refused = (failure: Failure) => data(refusalOf(failure), { status: failure.status });

/** The caching of pages with events: those may change or be hidden at any moment, so caches revalidate each time. */
export const changing = "public, no-cache";

/** The longest form that is read, in bytes. */
const formBytesMax = 64 * 1024;

/** Reads a form sent without script. A form that is too long, or has no length, is refused. */
export async function formOf(request: Request): Promise<Record<string, string>> {
  const length = request.headers.get("content-length");
  if (length === null || Number(length) > formBytesMax) throw refused(new Failure("too_large"));
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

/** The errors by field name; `form` holds those about the whole form. @throws anything that is not a Refusal */
export function wrongIn(error: unknown): Record<string, string> {
  const failure = refusalIn(error);
  if (!failure) throw error;
  const { message, fields = [] } = refusalOf(failure);
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field.path, field.message])) : { form: message };
}
