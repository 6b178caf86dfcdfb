import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";
import type { JWK } from "jose";
import type { Rate } from "#adapters/auth/attempts.ts";
import { adminsMax } from "#domain/hosting/rules.ts";
import { mailboxOf } from "#domain/values/mailbox.ts";
import { wholeAddress } from "../database/postgres-address.ts";
import { secretMin } from "../process/auth-secret.ts";
import { keyMin, keysIn } from "../process/signing-keys.ts";

// Rules for the texts of environment variables, and the values made of them.

/** Makes a value from a variable's text, or throws a Wrong whose message continues the sentence 'NAME …'. */
export type Rule<Value> = (text: string) => Value;

export class Wrong extends Error {}

/** True if a name or an address is this machine's own, and unreachable for others. */
export const isLoopback = (name: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(name);

export const asIs: Rule<string> = (text) => text;

export const folder: Rule<string> = (text) => resolve(text);

export const wholeNumberFrom =
  (min: number, max: number): Rule<number> =>
  (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new Wrong(`is '${text}'; it has to be a whole number from ${min} to ${max}`);
  };

export function host(text: string): string {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  throw new Wrong(`is '${text}'; it has to be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0`);
}

export function origin(text: string): string {
  const url = URL.parse(text);
  const isBare = url && url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
  if (isBare && ["http:", "https:"].includes(url.protocol)) return url.origin;
  throw new Wrong(`is '${text}'; it has to be an address without a path, such as https://goodturn.example`);
}

/** The address of map pictures; its three placeholders may be anywhere in it. */
export function tilesAddress(text: string): string {
  const url = URL.parse(text.replace(/\{[zxy]\}/g, "0"));
  const isWhole = ["{z}", "{x}", "{y}"].every((part) => text.includes(part));
  if (isWhole && url && ["http:", "https:"].includes(url.protocol) && !url.username && !url.password) return text;
  throw new Wrong(
    `is '${text}'; it has to be an address with {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png`,
  );
}

export function issuer(text: string): string {
  const url = URL.parse(text);
  const isSafe = url && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
  if (isSafe && !url.search && !url.hash && !url.username && !url.password) return text.replace(/\/$/, "");
  throw new Wrong(`is '${text}'; it has to be an address with https, such as https://accounts.google.com`);
}

/** Parses an address like PostgreSQL's own programs, and adds the parts that they would add. */
export function postgresAddress(text: string): string {
  const whole = wholeAddress(text);
  if (whole !== null) return whole;
  // The text is not repeated, because it may contain a password.
  throw new Wrong(
    "is not the address of a PostgreSQL database, such as postgres://user:password@localhost:5432/goodturn",
  );
}

export function smtpAddress(text: string): string {
  const url = URL.parse(text);
  if (url && ["smtp:", "smtps:"].includes(url.protocol) && url.hostname) return text;
  // The text is not repeated, because it may contain a password.
  throw new Wrong("is not the address of an SMTP server, such as smtps://user:password@smtp.example.org:465");
}

export function mailbox(text: string): string {
  const address = mailboxOf(text);
  if (address !== null) return address;
  throw new Wrong(`is '${text}'; it has to be an e-mail address`);
}

/** Parses several addresses into the form in which members' addresses are stored. */
export function mailboxes(text: string): ReadonlySet<string> {
  const all = text.split(",").map(mailboxOf);
  const set = new Set(all.filter((one) => one !== null));
  if (!all.includes(null) && set.size <= adminsMax) return set;
  // The text is not repeated: readers of a log need not know which accounts are worth an attack.
  throw new Wrong(`has to be up to ${adminsMax} e-mail addresses, separated by commas`);
}

export function sender(text: string): string {
  const [, name, typed = text] = /^([^<>\r\n]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = mailboxOf(typed) ?? ownMailbox(typed);
  if (address !== null) return name === undefined ? address : `${name}<${address}>`;
  throw new Wrong(
    `is '${text}'; it has to be an e-mail address, or a name with one: Goodturn <hello@goodturn.example>`,
  );
}

/** A private machine may have a name without a dot. */
const ownMailbox = (text: string) => (/^[\w.+-]+@localhost$/.test(text) ? text : null);

export function secret(text: string): string {
  if (text.length >= secretMin) return text;
  throw new Wrong(
    `has ${text.length} characters; it needs at least ${secretMin}, such as \`openssl rand -base64 32\` makes`,
  );
}

export function onOrOff(text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new Wrong(`is '${text}'; it has to be 'on' or 'off'`);
}

export const oneOf =
  <Word extends string>(words: readonly Word[]): Rule<Word> =>
  (text) => {
    const word = words.find((one) => one === text);
    if (word !== undefined) return word;
    throw new Wrong(`is '${text}'; it has to be one of ${words.join(", ")}`);
  };

export function rate(text: string): Rate | null {
  if (text === "off" || text === "0") return null;
  const [, most, seconds] = /^([1-9]\d{0,6})\/([1-9]\d{0,5})s$/.exec(text) ?? [];
  if (most !== undefined && seconds !== undefined) return { most: Number(most), seconds: Number(seconds) };
  throw new Wrong(`is '${text}'; it has to be a number per seconds, such as 30/60s, or 'off'`);
}

export function mostOrOff(text: string): number | null {
  if (text === "off") return null;
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new Wrong(`is '${text}'; it has to be a whole number, or 'off'`);
}

export function addresses(text: string): BlockList {
  const list = new BlockList();
  for (const range of text.split(",").map((part) => part.trim())) {
    const [address = "", bits] = range.split("/");
    const version = isIP(address);
    const bitsMax = version === 6 ? 128 : 32;
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax);
    if (!version || !isRange || range.split("/").length > 2) {
      throw new Wrong(`has '${range}'; it has to be addresses or ranges like 10.0.0.0/8 or ::1, separated by commas`);
    }
    list.addSubnet(address, bits === undefined ? bitsMax : Number(bits), version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/**
 * Parses private RSA keys as a JWKS in JSON, the signing key first. Its text is not shown, because it may be part of a
 * secret.
 */
export function signingKeys(text: string): JWK[] {
  const keys = keysIn(text);
  if (keys) return keys;
  throw new Wrong(`is not a JWKS of private RSA keys of at least ${keyMin} bits`);
}
