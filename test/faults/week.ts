import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { ReadMail } from "../read-mail.ts";
import type { startMailReceiver } from "../setup/mail-receiver.ts";

// People of a site, who do everything by calls; and the repository of its versions.

/** A member; `cookie` is their latest session. */
export type Person = { name: string; email: string; cookie: string };
// oxlint-disable-next-line typescript/no-explicit-any -- a test's expectations are its types
export type Answer = { status: number; said: any; cookie: string };

const password = "Planting4all";
const day = 86_400_000;

/**
 * Makes a call as a member, or as a visitor. Below `/auth` it uses the session, elsewhere a token for it.
 * @param address the site's, such as `http://localhost:3000`
 */
export async function ask(address: string, words: string, person?: Person, json?: object): Promise<Answer> {
  const [method = "", path = ""] = words.split(" ");
  const headers: Record<string, string> = { origin: address };
  if (json) headers["content-type"] = "application/json";
  if (person && path.startsWith("/auth/")) headers["cookie"] = person.cookie;
  else if (person) headers["authorization"] = `Bearer ${await tokenOf(address, person)}`;
  const answer = await fetch(`${address}/api${path}`, { method, headers, ...(json && { body: JSON.stringify(json) }) });
  const isJson = answer.headers.get("content-type")?.includes("json");
  return {
    status: answer.status,
    said: isJson ? await answer.json() : await answer.text(),
    cookie: answer.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; "),
  };
}

/** The token for a member's session; "" once it has ended. */
export async function tokenOf(address: string, person: Person): Promise<string> {
  const { said } = await ask(address, "GET /auth/token", person);
  return said.token ?? "";
}

/** Logs a member in: a new session. @returns the answer */
export async function logIn(address: string, person: Person): Promise<Answer> {
  const answer = await ask(address, "POST /auth/sign-in/email", undefined, { email: person.email, password });
  if (answer.status === 200) person.cookie = answer.cookie;
  return answer;
}

/** A new person who has registered and followed the link in the mail. @throws Error if either is refused */
export async function register(address: string, name: string, receiver: Receiver): Promise<Person> {
  const person = { name, email: `${name.toLowerCase()}@example.org`, cookie: "" };
  const { email } = person;
  const image = `${address}/scenes/cleanup-2.svg`;
  const signedUp = await ask(address, "POST /auth/sign-up/email", undefined, { name, email, password, image });
  const mail = await mailTo(receiver, email, /confirm/);
  const token = mail.links[0]?.split("#")[1];
  const loggedIn = await logIn(address, person);
  const confirmed = await ask(address, "POST /auth/confirm-email", person, { token });
  const statuses = [signedUp, loggedIn, confirmed].map(({ status }) => status);
  if (statuses.some((status) => status !== 200)) throw new Error(`${name} could not register: ${statuses.join()}.`);
  return person;
}

/** Creates an event in a few days. @returns its id */
export async function createEvent(address: string, organizer: Person, title: string): Promise<string> {
  const { said } = await ask(address, "POST /add-event", organizer, {
    title,
    eventType: "cleanup",
    location: "Porto",
    eventDate: new Date(Date.now() + 5 * day).toISOString(),
    maxParticipant: "20",
    thumbnailUrl: `${address}/scenes/cleanup-2.svg`,
    description: "Bring gloves.",
  });
  return String(said.insertedId);
}

type Receiver = Awaited<ReturnType<typeof startMailReceiver>>;

/** Waits for a mail to a person with such a subject; the last one if there are several. */
export async function mailTo(receiver: Receiver, email: string, subject: RegExp): Promise<ReadMail> {
  for (;;) {
    const found = (await receiver.mailsTo(email)).findLast((mail) => subject.test(mail.subject));
    if (found) return found;
    await pause(50);
  }
}

/** Turns a folder with a checkout into a repository that others clone, and commits its contents. */
export function publish(folder: string, message: string): void {
  const as = ["-c", "user.name=Goodturn", "-c", "user.email=goodturn@example.org"];
  const git = (...words: string[]) => execFileSync("git", [...as, ...words], { cwd: folder, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}
