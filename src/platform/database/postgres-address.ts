import { userInfo } from "node:os";

/** The environment variables of PostgreSQL's own that count, and the user of this process. */
type Around = { env: Readonly<Record<string, string | undefined>>; nameOfProcess: () => string | null };

/**
 * Every part of an address except the scheme, unchanged. The last @ before a slash ends the password, which may contain
 * others.
 */
const parts = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?(\[[^\]/?#]*\]|[^:@/?#]*)(?::(\d*))?(\/[^?#]*)?(?:\?([^#]*))?$/i;

/**
 * Parses an address like PostgreSQL's own programs do, and writes it so that every parser reads the same: user,
 * password, host and port, which may be missing or in the query, come before the database. A missing user is taken from
 * PGUSER, then from this process, because cron sets no USER.
 * @returns null for any other text
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
  // The query takes precedence, as in PostgreSQL's own programs.
  const user = take("user") || userBefore || encodeURIComponent(around.env["PGUSER"] || around.nameOfProcess() || "");
  const password = take("password") || passwordBefore;
  const place = take("host") || host;
  const gate = take("port") || port;
  const credentials = user && `${user}${password && `:${password}`}@`;
  const rest = [...settings]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  // Without a host there must not be a user either, because a URL cannot have a user without a host.
  const where = place || (credentials || gate ? encodeURIComponent(around.env["PGHOST"] || "localhost") : "");
  const whole = `postgres://${credentials}${where}${gate && `:${gate}`}${path}${rest && `?${rest}`}`;
  return URL.canParse(whole) ? whole : null;
}

/** Parses the settings in the query, in which a plus does not mean a space. Null for a broken escape. */
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

/** Normalizes escapes; undefined if one is broken. */
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

/** Returns the user of this process; null if the system has no name for it. */
function nameOfProcess(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
