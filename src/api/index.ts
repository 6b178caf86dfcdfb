import type { HonoRequest } from "hono";
import type { Announce, Context } from "#domain/context.ts";
import { Failure } from "#domain/failure.ts";
import type { AuthProvider, StandIn } from "#domain/identity.ts";
import type {
  CredentialSigner,
  EventImporter,
  AttemptsLeft,
  LimitAttempts,
  LinkSigner,
  Log,
  PictureMaker,
  WatchNumbers,
} from "#domain/ports.ts";
import { accounts } from "#domain/accounts/api.ts";
import { assertions } from "#domain/assertions/api.ts";
import { identityCalls } from "./auth.ts";
import { blocks } from "#domain/blocks/api.ts";
import { calendars } from "#domain/calendars/api.ts";
import { chapters } from "#domain/chapters/api.ts";
import { communities } from "#domain/communities/api.ts";
import { contactAddresses } from "#domain/contact-addresses/api.ts";
import { contact } from "#domain/contact/api.ts";
import { docsPage } from "./docs.ts";
import { type Document, documentOf } from "./document.ts";
import { speakEarlierWords } from "./earlier-words.ts";
import { embeds } from "#domain/embeds/api.ts";
import { events } from "#domain/events/api.ts";
import { follows } from "#domain/follows/api.ts";
import { gates } from "#domain/gates/api.ts";
import { hosting, onlyHosts } from "#domain/hosting/api.ts";
import { imports, isImportFile } from "#domain/imports/api.ts";
import { isOneClick, notificationPreferences } from "#domain/notification-preferences/api.ts";
import { resource } from "./openapi.ts";
import { outcomes } from "#domain/outcomes/api.ts";
import { ownershipTransfers } from "#domain/ownership-transfers/api.ts";
import { addedPeople } from "#domain/added-people/api.ts";
import { outreach } from "#domain/outreach/api.ts";
import { rights } from "#domain/rights/api.ts";
import { participants } from "#domain/participants/api.ts";
import { isUpload, uploads } from "#domain/pictures/api.ts";
import { refuseWith } from "./refuse.ts";
import { records } from "#domain/records/api.ts";
import { registrations } from "#domain/registrations/api.ts";
import { reports } from "#domain/reports/api.ts";
import { regulars } from "#domain/regulars/api.ts";
import { series } from "#domain/series/api.ts";
import { type AddressOf, knowCaller, limitWrites, noStore, readableJson, smallBody, unless } from "./requests.ts";
import { subscribers } from "#domain/subscribers/api.ts";
import { teamLog } from "#domain/team-log/api.ts";
import { teams } from "#domain/teams/api.ts";
import { towns } from "#domain/towns/api.ts";

/** The dependencies of the API; `now` is for tests. */
type Outside = {
  db: Context["db"];
  /** The database for reads of public data; a read is canceled when its caller disconnects. */
  readsFor?: (gone?: AbortSignal) => Context["db"];
  auth: AuthProvider;
  links: LinkSigner;
  pictures: PictureMaker;
  importer: EventImporter;
  signer: CredentialSigner;
  limitAttempts: LimitAttempts;
  /** Without it, nothing is limited. */
  attemptsLeft?: AttemptsLeft;
  announce: Announce;
  /** True if the site sends mail: then addresses can be confirmed, and must be. */
  sendsMail?: boolean;
  /** The addresses of the site's hosts. */
  hosts?: ReadonlySet<string>;
  /** Our public address, if it is known. */
  origin?: string | null;
  /** The address at the start of links in answers; without it, the request's own. */
  addressOf?: AddressOf;
  /** True if a member's first event, and first community, waits for a host's approval. */
  looksFirst?: boolean;
  /** Reports whether this process can do its work, like `/readyz`. */
  isReady?: () => Promise<boolean>;
  watchNumbers: WatchNumbers;
  log: Log;
  /** The credentials of the stand-in for Google, if it is active. */
  standIn?: StandIn | null;
  now?: () => Date;
};

const unlimited = () => Promise.resolve(null);

/**
 * The API, to be mounted at `/api`: every call of specification 7, those about people and sessions below `/auth`, and
 * the document of them all as OpenAPI and as a page. `env.address` is the caller's network address. Every error has the
 * same shape, `Refusal`, and never a stack trace.
 */
export function createApi(outside: Outside) {
  const {
    db,
    readsFor = () => db,
    auth,
    links,
    pictures,
    limitAttempts,
    attemptsLeft = unlimited,
    announce,
    watchNumbers,
    now = rightNow,
  } = outside;
  const { origin = null, standIn = null, sendsMail = false, hosts = new Set<string>() } = outside;
  const { addressOf = (url) => origin ?? new URL(url).origin } = outside;
  const api = resource();
  api.onError(refuseWith(outside.log));
  // A GET request has no body, and checking for one would copy the whole request.
  api.use(noStore, unless([isUpload, isImportFile, isQuestion], smallBody));
  speakEarlierWords(api);
  api.route(
    "/",
    identityCalls({ auth, limitAttempts, origin, addressOf, standIn, hosts: sendsMail ? hosts : new Set() }),
  );
  api.use(
    unless([isUpload, isImportFile, isOneClick, isQuestion], readableJson),
    knowCaller({ db, readsFor, auth, announce, addressOf, sendsMail, hosts, now }),
    limitWrites(limitAttempts),
  );
  api.use("/host/*", onlyHosts(auth));

  const calls = api
    .route("/", events(watchNumbers, limitAttempts, outside.looksFirst))
    .route("/", series(limitAttempts, outside.looksFirst))
    .route("/", regulars(links))
    .route("/", imports(outside.importer, limitAttempts, outside.looksFirst))
    .route("/", registrations(links))
    .route("/", communities(auth, limitAttempts, links, outside.looksFirst))
    .route("/", chapters(limitAttempts))
    .route("/", subscribers(limitAttempts, links))
    .route("/", follows(links))
    .route("/", notificationPreferences(links))
    .route("/", contact(limitAttempts))
    .route("/", contactAddresses(auth, limitAttempts, links))
    .route("/", uploads(pictures, limitAttempts))
    .route("/", accounts(auth))
    .route("/", ownershipTransfers(auth, limitAttempts))
    .route("/", rights)
    .route("/", hosting(auth, outside.isReady))
    .route("/", reports(limitAttempts))
    .route("/", blocks)
    .route("/", calendars)
    .route("/", embeds)
    .route("/", towns)
    .route("/", teamLog)
    .route("/", teams(auth, limitAttempts, links))
    .route("/", outcomes)
    .route("/", records(outside.signer))
    .route("/", assertions(limitAttempts))
    .route("/", participants(limitAttempts))
    .route("/", addedPeople(links))
    .route("/", outreach({ limitAttempts, attemptsLeft }, links))
    .route("/", gates(auth, limitAttempts, links));

  // Built on first use: it takes as long as a hundred calls.
  let made: Promise<Document> | undefined;
  const document = () => (made ??= documentOf(calls));
  api.get("/openapi.json", async (c) => c.json(await document()));
  api.get("/docs", async (c) => c.html(docsPage(await document(), c.get("secureHeadersNonce"))));
  api.all("*", () => {
    throw new Failure("no_such_call");
  });
  return calls;
}

const rightNow = () => new Date();

const isQuestion = ({ req }: { req: HonoRequest }) => req.method === "GET" || req.method === "HEAD";

/** The type from which hono's client knows every call, with its input and answers. */
export type Api = ReturnType<typeof createApi>;
