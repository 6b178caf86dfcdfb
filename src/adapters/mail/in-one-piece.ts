import * as base64 from "nodemailer/lib/base64";
import type MailMessage from "nodemailer/lib/mailer/mail-message";
import type MimeNode from "nodemailer/lib/mime-node";
import * as quotedPrintable from "nodemailer/lib/qp";

/**
 * Writes a mail's message at once, as a plugin of nodemailer's. Nodemailer alone streams each part in small pieces, and
 * each piece is a system call.
 */
export function inOnePiece({ message }: MailMessage, done: (error?: Error | null) => void): void {
  const written = textOf(message);
  if (written !== null) {
    message.setRaw(written);
    // Otherwise its parts would follow a second time.
    message.multipart = false;
  }
  done();
}

/** Returns a part with its headers, as nodemailer streams it; null if its content is neither text nor a buffer. */
function textOf(part: MimeNode): string | null {
  const encoding = part.getTransferEncoding();
  const headers = `${part.buildHeaders()}\r\n\r\n`;
  const content = part.content ? contentOf(part.content, encoding) : "";
  if (content === null) return null;
  if (!part.multipart) return headers + content;
  const children = part.childNodes.map(textOf);
  if (children.includes(null)) return null;
  const between = `\r\n--${String(part.boundary)}`;
  return `${headers}${content}${between.slice(2)}\r\n${children.join(`${between}\r\n`)}${between}--\r\n`;
}

function contentOf(content: unknown, encoding: string | false): string | null {
  if (typeof content !== "string" && !Buffer.isBuffer(content)) return null;
  if (encoding === "base64") return inBase64(content);
  if (encoding === "quoted-printable") return quotedPrintable.wrap(quotedPrintable.encode(content));
  return typeof content === "string" ? content : null;
}

/** The encoded forms of pictures, because many mails have the same ones. */
const encoded = new WeakMap<Buffer, string>();

function inBase64(content: string | Buffer): string {
  if (typeof content === "string") return base64.wrap(base64.encode(content));
  const text = encoded.get(content) ?? base64.wrap(base64.encode(content));
  encoded.set(content, text);
  return text;
}
