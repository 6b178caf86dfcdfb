import { type Insertable, sql } from "kysely";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attemptKinds, type AttemptLimits, createAttempts } from "#adapters/auth/attempts.ts";
import { createBuiltInAuth } from "#adapters/auth/built-in.ts";
import { handlers } from "#adapters/jobs/handlers.ts";
import { createJobs } from "#adapters/jobs/jobs.ts";
import type { limitUnproven } from "#adapters/jobs/unproven.ts";
import { createLiveNumbers } from "#adapters/live/live.ts";
import { createLinkSigner } from "#adapters/links/links.ts";
import { createMailer } from "#adapters/mail/mail.ts";
import { createPictureMaker } from "#adapters/pictures/pictures.ts";
import { searchText } from "#db/fold.ts";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import type { Proving } from "#domain/access/proof.ts";
import type { Actor } from "#domain/context.ts";
import { durationDefault, type EventType } from "#domain/events/rules.ts";
import { dayColumns } from "#domain/organizing/event-columns.ts";
import { capacityOf } from "#domain/organizing/rules.ts";
import { sweepReminders } from "#domain/reminders/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import type { TaskContext } from "#domain/outbox.ts";
import type { AttemptsLeft, LimitAttempts } from "#domain/ports.ts";
import { testSigner } from "./credential-signer.ts";
import { identityDoor } from "./identity.ts";
import { log } from "./log.ts";
import { type ReadMail, readMails } from "./read-mail.ts";
import { testImporter } from "./web.ts";

/** No limits on attempts, except those that a test is about. */
export const attemptsFor = (db: Database, limits: Partial<AttemptLimits> = {}) => {
  const none = Object.fromEntries(attemptKinds.map((kind) => [kind, { address: null, account: null }]));
  return createAttempts(db, { ...(none as AttemptLimits), ...limits });
};

type AuthOptions = Parameters<typeof createBuiltInAuth>[0];
type AuthWishes = Partial<Omit<AuthOptions, "google">> & { google?: AuthOptions["google"] | "stand-in" };

export type TestAuth = ReturnType<typeof authFor>;

/** The built-in identity for tests: with unlimited attempts, and the request's host as our address. */
export function authFor(db: Database, { google = null, ...wishes }: AuthWishes = {}) {
  const standIn = google === "stand-in" ? { clientId: "stand-in", clientSecret: "a secret of the stand-in" } : null;
  const options = {
    db,
    secret: "a secret that only tests know, 0123456789",
    origin: null,
    attempts: attemptsFor(db),
    sendsMail: true,
    announce: () => {},
    log,
    google: google === "stand-in" ? standIn : google,
    ...wishes,
  };
  const auth = createBuiltInAuth(options);
  const { limitAttempts } = options.attempts;
  const addressOf = (url: string) => options.origin ?? new URL(url).origin;
  return { ...auth, handle: identityDoor({ auth, limitAttempts, origin: options.origin, addressOf, standIn }) };
}

const day = 86_400_000;
export const tomorrow = () => new Date(Date.now() + day);
/** A date in two years; `end` completes it, such as '-05-01T09:30:00Z'. */
export const inTwoYears = (end: string) => `${new Date().getUTCFullYear() + 2}${end}`;
export const yesterday = () => new Date(Date.now() - day);

type EventWishes = {
  organizer?: Member;
  title?: string;
  eventType?: EventType;
  location?: string;
  eventDate?: Date;
  timeZone?: string;
  maxParticipant?: string;
  thumbnailUrl?: string | null;
  description?: string;
  whatToBring?: string | null;
  known?: Pick<Insertable<Schema["events"]>, "effort" | "children_welcome" | "step_free" | "languages" | "provided">;
  /** Makes it a canceled event. */
  cancelReason?: string;
};

export type Make = ReturnType<typeof makeIn>;

/** Makes a test's data in real tables. Values that a test does not name are plausible defaults. */
export function makeIn(db: Database, identity?: Parameters<typeof authFor>[1]) {
  let made = 0;
  const taskContext = (now: Date): TaskContext => ({
    db,
    now,
    auth,
    links: make.links,
    address: "https://goodturn.example",
    contact: "team@goodturn.example",
    announce: make.announce,
    gazetteer: null,
  });
  const announced: string[] = [];
  const announce = (eventId: string) => void announced.push(eventId);
  const auth = authFor(db, { announce, ...identity });

  const make = {
    db,
    auth,
    links: createLinkSigner("a secret that only tests know, 0123456789"),
    pictures: createPictureMaker(),
    importer: testImporter,
    signer: testSigner,
    ...attemptsFor(db),
    watchNumbers: createLiveNumbers({ db, url: null, limits: { all: null, address: null } }).watchNumbers,
    log,
    /** The events whose numbers have changed, in order. */
    announced,
    taskContext,
    /** The addresses of hosts. */
    hosts: new Set<string>(),
    announce,

    async member(wishes: Partial<Omit<Member, "id">> = {}): Promise<Member> {
      const number = ++made;
      const member: Member = {
        id: newId(),
        email: `member-${number}@example.org`,
        displayName: `Member ${number}`,
        photoURL: null,
        ...wishes,
      };
      const { id, email, displayName: name, photoURL: image } = member;
      await db.insertInto("members").values({ id, email, name, image, email_verified: false }).execute();
      return member;
    },

    /** Notes that members have confirmed their addresses. */
    async proven(...members: Member[]): Promise<void> {
      const ids = members.map(({ id }) => id);
      await db.updateTable("members").set({ email_verified: true }).where("id", "in", ids).execute();
    },

    /** Many members at once, for crowds. */
    async members(count: number): Promise<Member[]> {
      const members = Array.from({ length: count }, (): Member => {
        const number = ++made;
        return { id: newId(), email: `member-${number}@example.org`, displayName: `Member ${number}`, photoURL: null };
      });
      const unproven = { image: null, email_verified: false };
      const rows = members.map(({ id, email, displayName: name }) => ({ id, email, name, ...unproven }));
      await db.insertInto("members").values(rows).execute();
      return members;
    },

    /**
     * Makes an event tomorrow, with 20 spots and a new organizer.
     * @returns its id
     */
    async event(wishes: EventWishes = {}): Promise<string> {
      const { organizer = await make.member(), eventType = "cleanup", eventDate = tomorrow() } = wishes;
      const { timeZone: time_zone = "Asia/Dhaka" } = wishes;
      const { title = "Beach Cleanup", location = "Cox's Bazar", description = "Bring gloves." } = wishes;
      const { whatToBring = null, cancelReason = null, maxParticipant = "20" } = wishes;
      const { thumbnailUrl = "https://example.org/beach.jpg" } = wishes;
      const id = newId();
      const event_end = new Date(eventDate.getTime() + durationDefault);
      const when = { event_date: eventDate, event_end, time_zone };
      await db
        .insertInto("events")
        .values({
          id,
          organizer_id: organizer.id,
          title,
          event_type: eventType,
          location,
          ...when,
          ...dayColumns(when),
          max_participant: maxParticipant,
          capacity: capacityOf(maxParticipant),
          thumbnail_url: thumbnailUrl,
          description,
          what_to_bring: whatToBring,
          ...wishes.known,
          cancelled_at: cancelReason === null ? null : new Date(),
          cancel_reason: cancelReason,
          search_text: searchText({ title, description, location }),
        })
        .execute();
      return id;
    },

    /** Makes a registration for an event, and counts it. @returns its id */
    async join({ eventId, member }: { eventId?: string; member?: Member } = {}): Promise<string> {
      const event_id = eventId ?? (await make.event());
      const { id: member_id } = member ?? (await make.member());
      const id = newId();
      await db.insertInto("registrations").values({ id, event_id, member_id, joined_at: new Date() }).execute();
      await db
        .updateTable("events")
        .set((eb) => ({ taken: eb("taken", "+", 1) }))
        .where("id", "=", event_id)
        .execute();
      return id;
    },

    /** Makes a community without members. @returns its id */
    async community({ title = "River Keepers", description = "We look after the river." } = {}): Promise<string> {
      const id = newId();
      await db.insertInto("communities").values({ id, title, description, image: null }).execute();
      return id;
    },

    /** The context of a request, for the domain: by this member, who has just proved who they are, or by a visitor. */
    context(member?: Member, now = new Date()): Proving & { limitAttempts: LimitAttempts; attemptsLeft: AttemptsLeft } {
      const actor: Actor = member ? { kind: "member", member } : { kind: "visitor" };
      return {
        db,
        actor,
        now,
        announce: make.announce,
        sendsMail: false,
        address: "https://goodturn.example",
        hosts: make.hosts,
        provedAt: null,
        proof: { at: now, generation: 0 },
        ...attemptsFor(db),
      };
    },

    /** A person who has really registered and logged in: the member, the session's cookie and a bearer token. */
    async signedIn(wishes: { name?: string; email?: string; image?: string; password?: string } = {}) {
      const { name = `Member ${++made}`, email = `member-${made}@example.org` } = wishes;
      const { image = "https://example.org/me.jpg", password = "Gannet" } = wishes;
      const answer = await make.authCall("POST", "sign-up/email", { body: { name, email, image, password } });
      const cookie = cookieOf(answer);
      const token = await make.token(cookie);
      const member = await auth.identify(token);
      if (!member) throw new Error("the token of a new member is not accepted");
      return { member, cookie, token };
    },

    /** A member who logs in only with Google, too long ago for it to count as a proof. */
    async longAgo() {
      const person = await make.signedIn();
      const { id } = person.member;
      await sql`update accounts set provider_id = 'google', password = null where member_id = ${id}`.execute(db);
      await sql`update sessions set created_at = now() - interval '11 minutes' where member_id = ${id}`.execute(db);
      return person;
    },

    /**
     * The mails due at a moment, as they arrive: the outbox is processed into files, which a mail parser reads. Of
     * mails that depend only on time, it includes reminders, or those of another `sweep`. They are in the order in
     * which their tasks were written, even if parallel tasks end in another order.
     */
    async mails(
      now = new Date(),
      admit?: ReturnType<typeof limitUnproven>,
      sweep: (ctx: TaskContext) => Promise<void> = sweepReminders,
    ): Promise<ReadMail[]> {
      const folder = await mkdtemp(join(tmpdir(), "goodturn-mails-"));
      try {
        const mailer = createMailer({
          from: "Goodturn <hello@goodturn.example>",
          smtpUrl: null,
          folder,
          log: () => {},
        });
        const { work } = createJobs({
          context: () => taskContext(now),
          handlers,
          mailer,
          ...(admit && { admit }),
          sweep,
          log: () => {},
        });
        // A finished task may create others.
        while ((await work()) > 0);
        return (await readMails(folder)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      } finally {
        await rm(folder, { recursive: true });
      }
    },

    /** The bearer token for a session's cookie. */
    async token(cookie: string): Promise<string> {
      const answer = await make.authCall("GET", "token", { cookie });
      return ((await answer.json()) as { token: string }).token;
    },

    /** Calls the identity provider as a browser on our own pages does. @throws Failure */
    authCall(method: string, call: string, { body, cookie }: { body?: unknown; cookie?: string } = {}) {
      const headers = new Headers({ origin: "http://localhost", "content-type": "application/json" });
      if (cookie !== undefined) headers.set("cookie", cookie);
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      return auth.handle(new Request(`http://localhost/api/auth/${call}`, init), "192.0.2.1");
    },
  };
  return make;
}

/** The cookie that an answer sets, as the browser sends it back. */
export const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
