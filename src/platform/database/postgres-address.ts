import { userInfo } from "node:os";

/** The variable of PostgreSQL's own that counts, and who runs this process. */
type Around = { env: Readonly<Record<string, string | undefined>>; nameOfProcess: () => string | null };

/** Every part of an address but the scheme, as it stands there. The last @ before a slash ends the password, as one may have one. */
const parts = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?(\[[^\]/?#]*\]|[^:@/?#]*)(?::(\d*))?(\/[^?#]*)?(?:\?([^#]*))?$/i;

/**
 * Reads an address of PostgreSQL as its own programs do, and writes it so that everybody reads the same: user, password, host and port, which may
 * be left out or stand behind the question mark, stand before the database. Without a user it is the one of PGUSER, then the one that this
 * process runs as: a clock that starts programs sets no USER.
 * @returns null for what is no such address
 */
export function wholeAddress(text: string, around: Around = { env: process.env, nameOfProcess }): string | null {
  const found = parts.exec(text);
  if (!found) return null;
  const [, who = "", host = "", port = "", path = "", query = ""] = found;
  const settings = settingsIn(query);
  const [userBefore, passwordBefore] = splitOnce(who, ":").map(encodedAnew);
  if (!settings || userBefore === undefined || passwordBefore === undefined) return null;
  const take = (name: string) => {
    const value = settings.get(name);
    settings.delete(name);
    return value ? encodeURIComponent(value) : "";
  };
  // What stands behind the question mark counts, as for PostgreSQL's own programs.
  const user = take("user") || userBefore || encodeURIComponent(around.env["PGUSER"] || around.nameOfProcess() || "");
  const password = take("password") || passwordBefore;
  const place = take("host") || host;
  const gate = take("port") || port;
  const credentials = user && `${user}${password && `:${password}`}@`;
  const rest = [...settings]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  // Without a host there is none to write before the slash, as an address cannot have a user at none.
  const where = place || (credentials || gate ? encodeURIComponent(around.env["PGHOST"] || "localhost") : "");
  const whole = `postgres://${credentials}${where}${gate && `:${gate}`}${path}${rest && `?${rest}`}`;
  return URL.canParse(whole) ? whole : null;
}

/** The settings behind the question mark; a plus is a plus there. Null where an escape is broken. */
function settingsIn(query: string): Map<string, string> | null {
  try {
    const pairs = query.split("&").filter((pair) => pair !== "");
    return new Map(
      pairs.map((pair) => splitOnce(pair, "=").map(decodeURIComponent)).map(([name = "", value = ""]) => [name, value]),
    );
  } catch {
    return null;
  }
}

/** Undefined for a broken escape. */
function encodedAnew(text: string): string | undefined {
  try {
    return encodeURIComponent(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The user that this process runs as; null where the system has no name for it. */
function nameOfProcess(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
