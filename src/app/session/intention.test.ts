import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { goingOn, intend, intendedFrom, type Intention, intentionHolds, takeIntention } from "./intention.ts";

/** Storage like a browser's, for one tab. */
class Storage {
  readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, text: string) => void this.items.set(key, text);
  removeItem = (key: string) => void this.items.delete(key);
}

const page = "/view-event/1";
const joining: Intention = { kind: "event", id: "1", title: "Beach clean-up", party: { whenShort: "take" } };

describe("an intention", () => {
  let tab: Storage;
  beforeEach(() => {
    tab = new Storage();
    vi.stubGlobal("sessionStorage", tab);
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("is handed out once, after the visitor has logged in and is back on its page", () => {
    intend(joining, page);
    expect(takeIntention("event", "1")).toBeNull();
    expect(goingOn(`${page}?from=list#about`)).toBe(`${page}?from=list#about`);
    expect(takeIntention("event", "2")).toBeNull();
    expect(takeIntention("community")).toBeNull();
    expect(takeIntention("event", "1")).toEqual(joining);
    expect(takeIntention("event", "1")).toBeNull();
  });

  it("leads back to its page from a log-in without a return address, such as a mail's link", () => {
    intend({ kind: "community", id: "7", title: "River friends" }, "/community");
    expect(intendedFrom(undefined)?.title).toBe("River friends");
    expect(goingOn(undefined)).toBe("/community");
    expect(takeIntention("community")).toMatchObject({ id: "7" });
  });

  it("ends when the visitor logs in on the way to another page", () => {
    intend(joining, page);
    expect(intendedFrom("/about")).toBeNull();
    expect(goingOn("/about")).toBe("/about");
    expect(intendedFrom(page)).toBeNull();
    expect(takeIntention("event", "1")).toBeNull();
  });

  it("expires after its time", () => {
    intend(joining, page);
    vi.advanceTimersByTime(intentionHolds - 1);
    expect(intendedFrom(page)).toEqual(joining);
    goingOn(page);
    vi.advanceTimersByTime(1);
    expect(intendedFrom(page)).toBeNull();
    expect(takeIntention("event", "1")).toBeNull();
  });

  it("is empty if the tab stores nothing, or an invalid text", () => {
    tab.setItem("goodturn.intention", "{");
    expect(goingOn(undefined)).toBe("/");
    vi.stubGlobal("sessionStorage", undefined);
    intend(joining, page);
    expect(goingOn(page)).toBe(page);
    expect(takeIntention("event", "1")).toBeNull();
  });

  it("keeps the guests that a page of the previous version stored", () => {
    const guests = [{ name: "Rita", under18: true }];
    intend(joining, page);
    const [key, text] = [...tab.items][0]!;
    tab.setItem(key, text.replace('"party":{', `"party":{"companions":${JSON.stringify(guests)},`));
    goingOn(page);
    expect(takeIntention("event", "1")?.party).toEqual({ whenShort: "take", guests });
  });
});
