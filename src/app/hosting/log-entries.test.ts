import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import type { HostAction } from "#domain/hosting/shapes.ts";
import { LogEntries } from "./log-entries.tsx";

const entry = {
  _id: "1",
  action: "hide_reported",
  subject: "event",
  subjectId: "2",
  title: "Tree day",
  reviewId: "3",
  reason: "It is not true.",
  by: null,
  at: "2026-05-12T09:30:00Z",
} satisfies HostAction;

/** The sentence of an entry, and its link. */
function told(changes: Partial<HostAction>, withMember = true) {
  const list = createElement(LogEntries, { entries: [{ ...entry, ...changes }], withMember });
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, list));
  const [, sentence = ""] = /<p[^>]*>(.*?)<\/p>/.exec(html) ?? [];
  return [sentence.replaceAll(/<[^>]*>/g, ""), /href="([^"]*)"/.exec(sentence)?.[1]];
}

describe("an entry of the log", () => {
  it("says what the host did, and to which subject, and links to the decision", () => {
    expect(told({})).toEqual(["Hid “Tree day”", "/host/reports/3"]);
    expect(told({ title: null, reviewId: null })).toEqual(["Hid an event", undefined]);
    expect(told({ action: "list_words", subject: "words", title: null })).toEqual([
      "Changed the listed words",
      undefined,
    ]);
  });

  it("links to a member, but not from their own page, nor once the member is gone", () => {
    const member = { action: "suspend_member", subject: "member", title: "Ana", reviewId: null };
    expect(told(member)).toEqual(["Suspended Ana", "/host/members/2"]);
    expect(told(member, false)).toEqual(["Suspended Ana", undefined]);
    expect(told({ ...member, subjectId: null, title: null })).toEqual(["Suspended a member", undefined]);
  });

  it("names a task by what it does, and shows a kind from a later version unchanged", () => {
    const task = { action: "drop_task", subject: "task", title: "thanks", reviewId: null };
    expect(told(task)).toEqual(["Gave up “Mail: thank you for coming”", undefined]);
    expect(told({ ...task, subject: "of_later" })).toEqual(["Gave up of_later", undefined]);
    expect(told({ action: "of_later" })).toEqual(["of_later", undefined]);
  });
});
