import SMTPConnection from "nodemailer/lib/smtp-connection";
import { parseConnectionUrl } from "nodemailer/lib/shared";

/**
 * Whether an SMTP server takes letters beyond ASCII before the '@' (SMTPUTF8, RFC 6531). It is asked on a connection of its own, because
 * the pool tells nobody what its servers can do, and hands such a mailbox over even to one that has not said that it takes it.
 * @throws when the server cannot be reached
 */
export async function takesUtf8(smtpUrl: string, timeouts: SMTPConnection.Options): Promise<boolean> {
  const connection = new SMTPConnection({ ...parseConnectionUrl(smtpUrl), ...timeouts });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    connection.on("error", reject);
    connection.on("end", () => reject(new Error("The mail server hung up.")));
    connection.connect((error) => (error ? reject(error) : resolve()));
    await promise;
    // What it answered to our greeting: a line for each thing that it can do.
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse));
  } finally {
    connection.close();
  }
}
