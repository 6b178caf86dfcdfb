import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

/** A mail as a mail program shows it. */
export type ReadMail = {
  to: string;
  from: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  id: string;
  /** The addresses that its text leads to. */
  links: string[];
};

/** A mail as it went over the line. */
export async function readMail(message: string | Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(message);
  const text = mail.text ?? "";
  return {
    to: mail.to?.map(({ address }) => address).join() ?? "",
    from: mail.from?.address ?? "",
    replyTo: mail.replyTo?.[0]?.address,
    subject: mail.subject ?? "",
    text,
    html: mail.html ?? "",
    id: mail.messageId ?? "",
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}

/** The mails that lie in a folder, in the order in which they were written. */
export async function readMails(folder: string): Promise<ReadMail[]> {
  const files = await readdir(folder).catch(() => []);
  const whole = files.filter((file) => file.endsWith(".eml")).toSorted();
  return Promise.all(whole.map(async (file) => readMail(await readFile(join(folder, file)))));
}
