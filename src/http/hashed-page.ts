import { hash } from "node:crypto";
import { answerOf, textOf } from "./known-text.ts";

/**
 * An answer without the nonce that it was made with: its policy allows instead what carried the nonce, by hashes, so that a
 * page can be the same for everybody. What did not carry it, such as a script that somebody has smuggled in, stays forbidden.
 */
export async function withHashes(answer: Response, nonce: string): Promise<Response> {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  const text = isPage
    ? withoutNonce(await textOf(answer), nonce, (tag, content) => hashes[tag].add(hashOf(content)))
    : null;
  // Of an answer whose body was read, they may be others than before.
  const { headers } = answer;
  const directives = headers.get(policyHeader)?.split("; ") ?? [];
  const hashed = directives.map((directive) => {
    const allowed = directive.startsWith("style-") ? hashes.style : hashes.script;
    return directive.replace(`'nonce-${nonce}'`, [...allowed].join(" ")).trimEnd();
  });
  headers.set(policyHeader, hashed.join("; "));
  return text === null ? answer : answerOf(text, answer);
}

const policyHeader = "content-security-policy";

type Tag = "script" | "style";

/** A page without its nonces; `tell` is told of the content of each tag that carried one, unless it is empty. */
function withoutNonce(page: string, nonce: string, tell: (tag: Tag, content: string) => void): string {
  const mark = ` nonce="${nonce}"`;
  let [text, from] = ["", 0];
  for (let at = page.indexOf(mark); at >= 0; at = page.indexOf(mark, from)) {
    const tag = /^<(script|style)\s/.exec(page.slice(page.lastIndexOf("<", at), at + 1))?.[1] as Tag | undefined;
    text += page.slice(from, at);
    from = at + mark.length;
    const begin = page.indexOf(">", from) + 1;
    const end = page.indexOf(`</${tag}>`, begin);
    if (tag && begin > 0 && end > begin) tell(tag, page.slice(begin, end));
  }
  return text + page.slice(from);
}

const hashOf = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;
