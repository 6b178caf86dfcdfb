import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { looks } from "#domain/embeds/rules.ts";
import { efforts, eventTypes } from "#domain/events/rules.ts";
import { statusOf } from "#domain/failure.ts";
import { abouts as followed, paces } from "#domain/follows/rules.ts";
import { hostActions, seenStatuses } from "#domain/hosting/rules.ts";
import { foundNotes, knownStates, leftOutReasons } from "#domain/imports/rules.ts";
import { brokenPasswordRule } from "#domain/members/rules.ts";
import { mailKinds } from "#domain/notification-preferences/rules.ts";
import { unitOf } from "#domain/outcomes/rules.ts";
import { audiences } from "#domain/participants/rules.ts";
import { kept } from "#domain/privacy/rules.ts";
import { askedStates, kindsOfEntry } from "#domain/records/rules.ts";
import { decisions, reporters, reportReasons } from "#domain/reports/rules.ts";
import { abouts } from "#domain/reviews/rules.ts";

const readAll = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(join(folder, file), "utf8"));

const names = readAll(join(import.meta.dirname, ".."), /\ben(\.json|[/\\]\w+\.json)$/)
  .flatMap((text) => Object.keys(JSON.parse(text) as Record<string, string>))
  .map((key) => key.replace(/_(one|other)$/, ""));
const files = readAll(join(import.meta.dirname, ".."), /\.tsx?$/);
const code = files.join("\n");
const quotedIn = (text: string) => [...text.matchAll(/["`]([\w.-]+)["`]/g)].map(([, word = ""]) => word);
const quoted = new Set(quotedIn(code));

/** Sentences whose names define the values that fill them, such as a failure's code. */
const families = [...code.matchAll(/CodeOf<"([\w.]+)">/g)].map(([, family = ""]) => `${family}.`);

/** Values passed to other files; the other values are quoted in the file that uses their sentence. */
const handed: readonly string[] = [
  ...eventTypes,
  ...efforts,
  ...looks,
  ...mailKinds,
  ...audiences,
  ...abouts,
  ...hostActions,
  ...seenStatuses,
  ...reportReasons,
  ...foundNotes,
  ...leftOutReasons,
  ...knownStates,
  ...Object.values(unitOf),
  "kilograms",
  // The results of reports, and the causes of reviews.
  "kept",
  "report",
  "first",
  "words",
  // The possible decisions, the actual ones, and the kinds of reporters.
  "hide",
  "approve",
  ...decisions,
  ...kindsOfEntry,
  ...askedStates,
  ...reporters,
  ...kept.map(({ name }) => name),
  ...followed,
  ...paces,
  ...Object.keys(statusOf),
  ...quotedIn(brokenPasswordRule.toString()),
];

/**
 * Names that are built from a value, such as `event_type.${type}`: the text around the value, and its possible values.
 */
const composed = files.flatMap((text) => {
  const values = new Set([...handed, ...quotedIn(text)]);
  const templates = text.matchAll(/\bsay\w*\(`([\w.]+\.)\$\{[^`{}]+\}([\w.]*)`/g);
  return [...templates].map(([, start = "", end = ""]) => ({ start, end, values }));
});

/** True if our code uses a sentence, by its name or by one built from a value. */
function isSaid(name: string): boolean {
  // A name without a dot is a word that code may quote for another reason.
  if (!name.includes(".")) return new RegExp(`\\bsay\\w*\\([^()]*"${name}"`).test(code);
  if (quoted.has(name) || families.some((start) => name.startsWith(start))) return true;
  return composed.some(({ start, end, values }) => {
    const value = name.slice(start.length, name.length - end.length);
    return name === start + value + end && (/^\d$/.test(value) || values.has(value));
  });
}

describe("every sentence", () => {
  it("is used somewhere", () => {
    expect(names.filter((name) => !isSaid(name))).toEqual([]);
  });
});
