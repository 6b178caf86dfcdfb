import { hash } from "node:crypto";
import { answerOf, bytesOf } from "./known-bytes.ts";

/**
 * Replaces an answer's nonce by hashes: its policy then allows the elements that had the nonce, so that a page can be
 * the same for everybody. Elements without it, such as an injected script, stay forbidden.
 */
export async function withHashes(answer: Response, nonce: string): Promise<Response> {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  const page = isPage
    ? withoutNonce(await bytesOf(answer), nonce, (tag, content) => hashes[tag].add(hashOf(content)))
    : null;
  // The headers are read again, because an answer whose body was read may have other headers.
  const { headers } = answer;
  const directives = headers.get(policyHeader)?.split("; ") ?? [];
  const hashed = directives.map((directive) => {
    const allowed = directive.startsWith("style-") ? hashes.style : hashes.script;
    return directive.replace(`'nonce-${nonce}'`, [...allowed].join(" ")).trimEnd();
  });
  headers.set(policyHeader, hashed.join("; "));
  return page === null ? answer : answerOf(page, answer);
}

const policyHeader = "content-security-policy";

type Tag = "script" | "style";

/** Removes the nonces of a page; `tell` gets the content of each element that had one, unless it is empty. */
function withoutNonce(page: Buffer, nonce: string, tell: (tag: Tag, content: Buffer) => void): Buffer<ArrayBuffer> {
  const mark = ` nonce="${nonce}"`;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = page.indexOf(mark); at >= 0; at = page.indexOf(mark, from)) {
    const begun = page.toString("latin1", page.lastIndexOf("<", at), at + 1);
    const tag = /^<(script|style)\s/.exec(begun)?.[1] as Tag | undefined;
    parts.push(page.subarray(from, at));
    from = at + mark.length;
    const begin = page.indexOf(">", from) + 1;
    const end = page.indexOf(`</${tag}>`, begin);
    if (tag && begin > 0 && end > begin) tell(tag, page.subarray(begin, end));
  }
  return Buffer.concat([...parts, page.subarray(from)]);
}

const hashOf = (content: Buffer) => `'sha256-${hash("sha256", content, "base64")}'`;
