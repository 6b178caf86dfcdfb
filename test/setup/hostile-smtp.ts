import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** In milliseconds. */
const delay = 200;

/**
 * A mail that the server has taken: its Message-ID, the sender's name, the time, and whether the server could
 * acknowledge it.
 */
export type Taken = { id: string; from: string; at: number; said: boolean };

const mishaps = ["refuse", "delay", "drop"] as const;
/** At the end of a mail, the server may also refuse it, or keep it although the answer is lost. */
const lateMishaps = [...mishaps, "drop in the middle", "keep and drop"] as const;

/**
 * A real SMTP server on this machine that fails at random: it refuses temporarily (451), answers late, or drops the
 * connection before, during or after the mail. Like real servers it recognizes a known mail by its Message-ID, and it
 * is responsible for a mail only once it has acknowledged it.
 */
export async function startHostileSmtp() {
  const taken: Taken[] = [];
  const sockets = new Map<number, Socket>();
  let hostility = 0;
  let lastSeen = Date.now();
  const count: Record<string, number> = {};

  /** The fault at this step, or null. */
  const mishap = <Kind extends string>(kinds: readonly Kind[]): Kind | null => {
    lastSeen = Date.now();
    if (Math.random() >= hostility) return null;
    const kind = kinds[Math.floor(Math.random() * kinds.length)] ?? null;
    if (kind) count[kind] = (count[kind] ?? 0) + 1;
    return kind;
  };
  const drop = ({ remotePort }: SMTPServerSession) => sockets.get(remotePort)?.destroy();
  const step = (session: SMTPServerSession, done: (error?: Error) => void) => {
    const kind = mishap(mishaps);
    if (kind === "drop") return drop(session);
    if (kind === "refuse") return done(refusal());
    return void setTimeout(done, kind === "delay" ? delay : 0);
  };

  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    // Clients log in with a name, which is not checked.
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onMailFrom: (_, session, done) => step(session, done),
    onRcptTo: (_, session, done) => step(session, done),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const kind = mishap(lateMishaps);
      stream.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (kind === "drop in the middle") drop(session);
      });
      stream.on("end", () => {
        if (kind === "drop in the middle" || kind === "drop") return drop(session);
        if (kind === "refuse") return done(refusal());
        const id = /^message-id:\s*<([^@>]+)@/im.exec(Buffer.concat(chunks).toString("utf8"))?.[1] ?? "";
        const mail = { id, from: String(session.user), at: Date.now(), said: kind !== "keep and drop" };
        taken.push(mail);
        if (!mail.said) return drop(session);
        return void setTimeout(done, kind === "delay" ? delay : 0);
      });
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once("close", () => sockets.delete(port));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    taken,
    /** The number of times that each fault happened. */
    count,
    /** Sets the likelihood of a fault at each step, from 0 to 1. */
    setHostility: (likelihood: number) => void (hostility = likelihood),
    /** Waits until the server has taken a mail from a named client, or at most that many milliseconds. */
    takenFrom: async (name: string, patience: number) => {
      const end = Date.now() + patience;
      while (Date.now() < end && !taken.some(({ from }) => from === name)) await pause(5);
    },
    /** Waits until there has been no connection for that many milliseconds. */
    quiet: async (silence: number) => {
      for (lastSeen = Date.now(); Date.now() < lastSeen + silence;) await pause(50);
    },
    /** The address for a client with a name. */
    addressFor: (name: string) => `smtp://${name}:any@127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const refusal = () => Object.assign(new Error("Try again later"), { responseCode: 451 });
