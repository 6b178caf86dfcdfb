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
  /** The entry for the reader's calendar, with its method, and once more as the attached file. */
  calendar: { method: string; content: string; attached: string } | undefined;
  /** The pictures that come along, by the names under which the page shows them. */
  pictures: { id: string; name: string; type: string; content: Uint8Array }[];
  /** Where one POST takes the reader off the list; only if the mail says that one is enough (RFC 8058). */
  unsubscribe: string | undefined;
  /** The addresses that its text leads to. */
  links: string[];
};

/** A mail as it went over the network. */
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

/** With the line ends of text, whichever the part came with. */
const textOf = (content: ArrayBuffer | Uint8Array | string) =>
  (typeof content === "string" ? content : new TextDecoder().decode(content)).replaceAll("\r\n", "\n");

/**
 * The mails that lie in a folder, in the order in which they were written.
 * @param address only those in which it stands as it is: where hundreds lie, most of the time would go into the others
 */
export async function readMails(folder: string, address = ""): Promise<ReadMail[]> {
  const files = await readdir(folder).catch(() => []);
  const whole = files.filter((file) => file.endsWith(".eml")).toSorted();
  const contents = await Promise.all(whole.map((file) => readFile(join(folder, file))));
  return Promise.all(contents.filter((content) => content.includes(address)).map(readMail));
}
