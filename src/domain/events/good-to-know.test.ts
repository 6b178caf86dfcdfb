import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { inTwoYears, makeIn, type Make } from "#test/make.ts";
import { updateEvent } from "../organizing/commands.ts";
import type { EventUpdate } from "../organizing/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { languageName, languages } from "./rules.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

const now = async (id: string) => (await call("GET", `/view-event/${id}`)).body;
const minute = 60_000;
const soon = () => new Date(Date.now() + 4 * minute);
const input = {
  title: "Beach Cleanup",
  eventType: "cleanup",
  location: "Pier 1",
  eventDate: inTwoYears("-05-01T09:30:00Z"),
  maxParticipant: "20",
  thumbnailUrl: "https://example.org/a.jpg",
  description: "We walk the sand.",
};
const nothing = { effort: null, childrenWelcome: null, stepFree: null, languages: [], provided: null };
const all = {
  effort: "hard",
  childrenWelcome: false,
  stepFree: true,
  languages: ["pt", "sgn"],
  provided: "Gloves\nCoffee",
};

describe("what is good to know", () => {
  it("can be set for a new event or left open, changed field by field, left alone and removed", async () => {
    const { token } = await make.signedIn();
    const add = async (known: object) =>
      (await call("POST", "/add-event", { token, json: { ...input, ...known } })).body.insertedId;
    expect(await now(await add({}))).toMatchObject(nothing);
    const id = await add({ ...all, languages: ["pt", "sgn", "pt"], provided: " Gloves\nCoffee " });
    expect(await now(id)).toMatchObject(all);
    const patch = (changes: object) => call("PATCH", `/events/${id}`, { token, json: changes });
    await patch({ title: "Beach Cleanup again" });
    expect(await now(id)).toMatchObject(all);
    await patch({ stepFree: false, languages: ["en"] });
    expect(await now(id)).toMatchObject({ ...all, stepFree: false, languages: ["en"] });
    await patch({ ...nothing, provided: " " });
    expect(await now(id)).toMatchObject(nothing);
  });

  it.each([
    [{ effort: "extreme" }, "effort", "Use light, medium or hard, or null to say nothing."],
    [{ childrenWelcome: "yes" }, "childrenWelcome", "Use true or false, or null to say nothing."],
    [{ stepFree: 1 }, "stepFree", "Use true or false, or null to say nothing."],
    [{ languages: "en" }, "languages", "Please name up to 8 languages."],
    [{ languages: languages.slice(0, 9) }, "languages", "Please name up to 8 languages."],
    [{ languages: ["Portuguese"] }, "languages.0", "We do not know this language. Use a code such as en, pt or sgn."],
    [{ provided: "é".repeat(301) }, "provided", "Please keep this to 300 characters."],
  ])("rejects %j for a new event and for a change", async (known, path, message) => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member });
    const answers = [
      await call("POST", "/add-event", { token, json: { ...input, ...known } }),
      await call("PATCH", `/events/${id}`, { token, json: known }),
    ];
    for (const { status, body } of answers) expect([status, body.fields]).toEqual([422, [{ path, message }]]);
  });

  it("accepts as many languages and characters as the limits say", async () => {
    const { token } = await make.signedIn();
    const known = { languages: languages.slice(0, 8), provided: "👨‍👩‍👧‍👦".repeat(300) };
    expect((await call("POST", "/add-event", { token, json: { ...input, ...known } })).status).toBe(200);
  });

  it("is in the mail to people who join, with only the parts that are set", async () => {
    const known = { effort: "light", children_welcome: true, step_free: false, languages: ["pt", "en"] } as const;
    const eventId = await make.event({ known: { ...known, languages: [...known.languages] } });
    await joinEvent(make.context(await make.member()), { eventId });
    const [mail] = await make.mails();
    expect(mail?.text).toContain(
      "Good to know: Effort: Light\nChildren: Welcome\nStep-free: No, there are steps\nLanguages spoken: Portuguese, English\n",
    );
    await joinEvent(make.context(await make.member()), { eventId: await make.event() });
    expect((await make.mails())[0]?.text).not.toContain("Good to know");
  });

  it("is mailed with its new value when it changes, leaves calendars unchanged, and can be corrected without a mail", async () => {
    const organizer = await make.member();
    const eventId = await make.event({ organizer, known: { step_free: true, provided: "Gloves" } });
    await make.join({ eventId });
    const change = (changes: EventUpdate) => updateEvent(make.context(organizer), eventId, changes);
    await change({ stepFree: false });
    const [mail] = await make.mails(soon());
    expect(mail?.text).toContain("Good to know: Step-free: No, there are steps\nProvided: Gloves\n");
    expect(mail?.calendar?.content).toContain("SEQUENCE:0");
    await change({ stepFree: null, provided: null });
    expect((await make.mails(soon()))[0]?.text).toContain("Good to know: Nothing special anymore\n");
    await change({ effort: "hard", tell: false });
    expect(await make.mails(soon())).toEqual([]);
    await change({ effort: "hard" });
    expect(await make.mails(soon())).toEqual([]);
  });
});

describe("languageName", () => {
  it("knows every language on the list, each by a different name", () => {
    const names = languages.map(languageName);
    expect(names.filter((name, index) => name === languages[index])).toEqual([]);
    expect(new Set(names).size).toBe(languages.length);
    expect(languageName("sgn")).toBe("Sign language");
  });
});
