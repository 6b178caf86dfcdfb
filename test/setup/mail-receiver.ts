import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { type ReadMail, readMail } from "../read-mail.ts";

/** A mail server on this machine that takes everything in, for whoever knows its address. */
export async function startMailReceiver() {
  const messages: Buffer[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        messages.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    /** For SMTP_URL. */
    address: `smtp://127.0.0.1:${port}`,
    /** How many mails have come so far. */
    count: () => messages.length,
    mailsTo: async (email: string): Promise<ReadMail[]> =>
      (await Promise.all(messages.map(readMail))).filter(({ to }) => to === email),
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
