import SMTPConnection from "nodemailer/lib/smtp-connection";
import { parseConnectionUrl } from "nodemailer/lib/shared";

/**
 * Returns whether an SMTP server supports letters beyond ASCII before the '@' (SMTPUTF8, RFC 6531). A separate
 * connection asks, because the pool does not reveal its servers' capabilities, and would pass such a mailbox even to a
 * server without support.
 * @throws when the server cannot be reached
 */
export async function takesUtf8(smtpUrl: string, timeouts: SMTPConnection.Options): Promise<boolean> {
  const connection = new SMTPConnection({ ...parseConnectionUrl(smtpUrl), ...timeouts });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    connection.on("error", reject);
    connection.on("end", () => reject(new Error("the mail server hung up")));
    connection.connect((error) => (error ? reject(error) : resolve()));
    await promise;
    // The server's answer to our greeting has a line for each capability.
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse));
  } finally {
    connection.close();
  }
}
