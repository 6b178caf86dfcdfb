import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { type ReadMail, readMail } from "../read-mail.ts";

/**
 * A mail server on this machine that accepts everything. With `breakOff` it reads each mail, then drops the connection
 * without accepting it.
 * @param at the port; any free one by default
 */
export async function startMailReceiver(at = 0) {
  const messages: Buffer[] = [];
  const sockets = new Set<Socket>();
  const state = { breakOff: false };
  const smtp = new SMTPServer({
    closeTimeout: 100,
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (state.breakOff) return sockets.forEach((socket) => socket.destroy());
        messages.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(at, "127.0.0.1", resolve));
  smtp.server.on("connection", (socket) => sockets.add(socket) && socket.on("close", () => sockets.delete(socket)));
  const { port } = smtp.server.address() as AddressInfo;
  return Object.assign(state, {
    /** For SMTP_URL. */
    address: `smtp://127.0.0.1:${port}`,
    port,
    /** The number of mails so far. */
    count: () => messages.length,
    mailsTo: async (email: string): Promise<ReadMail[]> =>
      (await Promise.all(messages.map(readMail))).filter(({ to }) => to === email),
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  });
}
