import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";

/** A mail as a mail program shows it. */
export type ReadMail = {
  to: string;
  from: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  id: string;
  /** The calendar entry with its method, and again as an attached file. */
  calendar: { method: string; content: string; attached: string } | undefined;
  /** The embedded pictures, by the names that the HTML uses. */
  pictures: { id: string; name: string; type: string; content: Uint8Array }[];
  /** The address at which one POST unsubscribes the reader; null unless the mail declares it (RFC 8058). */
  unsubscribe: string | undefined;
  /** The addresses in its text. */
  links: string[];
};

/** Reads a mail as it went over the network. */
export async function readMail(message: string | Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(message);
  const text = mail.text ?? "";
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  const isOneClick = header("list-unsubscribe-post") === "List-Unsubscribe=One-Click";
  return {
    to: mail.to?.map(({ address }) => address).join() ?? "",
    from: mail.from?.address ?? "",
    replyTo: mail.replyTo?.[0]?.address,
    subject: mail.subject ?? "",
    text,
    html: mail.html ?? "",
    id: mail.messageId ?? "",
    calendar: calendarOf(mail),
    pictures: mail.attachments.flatMap(({ contentId, filename, mimeType: type, content, disposition }) =>
      contentId && disposition === "inline" && typeof content !== "string"
        ? [{ id: contentId.slice(1, -1), name: filename ?? "", type, content: new Uint8Array(content) }]
        : [],
    ),
    unsubscribe: isOneClick ? /^<([^<>]+)>$/.exec(header("list-unsubscribe") ?? "")?.[1] : undefined,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}

function calendarOf({ attachments }: Email): ReadMail["calendar"] {
  const part = attachments.find(({ mimeType }) => mimeType === "text/calendar");
  const file = attachments.find(({ mimeType }) => mimeType === "application/ics");
  return part && { method: part.method ?? "", content: textOf(part.content), attached: textOf(file?.content ?? "") };
}

/** With line feeds only, whatever line ends the part has. */
const textOf = (content: ArrayBuffer | Uint8Array | string) =>
  (typeof content === "string" ? content : new TextDecoder().decode(content)).replaceAll("\r\n", "\n");

/**
 * Reads the mails in a folder, in the order in which they were written.
 * @param address skips mails that do not contain it literally: among hundreds, parsing the others would take most of
 * the time
 */
export async function readMails(folder: string, address = ""): Promise<ReadMail[]> {
  const files = await readdir(folder).catch(() => []);
  const whole = files.filter((file) => file.endsWith(".eml")).toSorted();
  const contents = await Promise.all(whole.map((file) => readFile(join(folder, file))));
  return Promise.all(contents.filter((content) => content.includes(address)).map(readMail));
}
