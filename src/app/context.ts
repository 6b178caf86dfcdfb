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
 * What a form that is sent without script takes beside it: the database that is written to, how attempts are counted, and the network address
 * that it comes from.
 */
export const sender = createContext<Pick<Context, "db"> & { limitAttempts: LimitAttempts; from: string }>();

/** The nonce that this document's scripts carry. */
export const nonce = createContext<string>("");

/** The id of the request, by which the people who run this find it in their log; empty where nobody has given it one. */
export const requestId = createContext<string>("");

/** Where bugs are written down. */
export const logOf = createContext<Log>();

/** Lets a loader name what its page shows, in the words that are announced when it changes; without it, it may be anything. */
export const showsOnly = createContext<(...topics: string[]) => void>();

/** Takes a page as the bytes that it is, in place of the answer's body: out of that they would have to be read again. */
export const tellsPage = createContext<(page: Buffer<ArrayBuffer>) => void>();

/** Takes the refusal that a page's data met: the headers of the answer, and the data alone, say it as well. */
export const tellsRefusal = createContext<(failure: Failure) => void>(() => {});

/** Our public address, such as `https://goodturn.example`. */
export const originOf = createContext<string>();

/** Where the pictures of maps come from. */
export const mapOf = createContext<MapTiles>();

/** What the people who run this site say of it. */
export const siteTextsOf = createContext<SiteTexts>({});

/** Whether one can log in with Google here. */
export const offersGoogle = createContext<boolean>();
/** The Firebase project that people sign in with; null where we keep the passwords ourselves. */
export const firebaseOf = createContext<FirebaseProject | null>();

/** Whether events are fetched from addresses, to be imported. */
export const fetchesEvents = createContext(false);

/** Whether a page for hosts is asked for by one of them; for everybody else it is not there. */
export const isHostHere = createContext(false);

/** Checks what volunteers show others of their record. */
export const credentialSigner = createContext<CredentialSigner>();

/** Draws the picture that is shown where an event is shared. */
export const pictures = createContext<PictureMaker>();

/**
 * A query's answer, for a loader: a refusal becomes the page's status, so that a missing event is a 404, and the page says what the API
 * says, also of a database that is out of reach or has no room.
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

/** The caching of what shows an event: it may be changed or hidden at any moment, and caches ask each time whether it was. */
export const changing = "public, no-cache";

/** The longest form that is read, in bytes. */
const formBytesMax = 64 * 1024;

/** What was typed into a form that is sent without script. One that does not say how long it is, or is too long, is refused. */
export async function formOf(request: Request): Promise<Record<string, string>> {
  const length = request.headers.get("content-length");
  if (length === null || Number(length) > formBytesMax) throw refused(new Failure("too_large"));
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

/** What is wrong with it, by the names of its fields; under `form` what is about all of it. @throws what is no refusal */
export function wrongIn(error: unknown): Record<string, string> {
  const failure = refusalIn(error);
  if (!failure) throw error;
  const { message, fields = [] } = refusalOf(failure);
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field.path, field.message])) : { form: message };
}
