import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { notePublished } from "../events/publishing.ts";
import type { Member } from "../members/shapes.ts";
import { follow } from "./commands.ts";
import type { FollowInput } from "./shapes.ts";
import { sweepFollows } from "./telling.ts";

/** Of May 2030. Its ninth and sixteenth are Thursdays, on which mails come at five. */
const at = (time: string) => new Date(`2030-05-${time}:00Z`);
const start = at("05T08:00");
const thursday = at("09T17:00");
const nextThursday = at("16T17:00");

let make: Make;
let organizer: Member;
let reader: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [organizer, reader] = (await make.members(2)) as [Member, Member];
  await make.proven(organizer, reader);
  // Who has shown no event cannot be followed.
  await make.event({ organizer, eventDate: at("01T08:00") });
});

/** An event that everybody sees from a moment on. */
async function published(now: Date, wishes: Parameters<Make["event"]>[0] = {}): Promise<string> {
  const id = await make.event({ organizer, eventDate: at("28T08:00"), ...wishes });
  await notePublished(make.db, [id], now);
  return id;
}
const follows = (input: FollowInput) => follow(make.context(reader, start), input);
const mailsAt = (now: Date) => make.mails(now, undefined, sweepFollows);

describe("newsMail", () => {
  it("is eight events at most in one mail; the others are counted, and in the list that is followed", async () => {
    await follows({ about: "filter", filter: "category=cleanup" });
    for (let number = 0; number < 21; number++) await published(start);
    const [mail] = await mailsAt(thursday);
    expect(mail?.subject).toBe("21 new events for you");
    expect(mail?.text.match(/Beach Cleanup/g)).toHaveLength(8);
    expect(mail?.text).toContain("These are the 8 that come first.");
    const list = "https://goodturn.example/upcoming-events?category=cleanup";
    expect(mail?.text).toContain(`See all 21 events:\n${list}`);
  });

  it("names each day once, the time zone once where all share it, and the year where it is another", async () => {
    await follows({ about: "organizer", id: organizer.id });
    await published(start, { title: "Rake" });
    await published(start, { title: "Row" });
    await published(start, { title: "Plant", eventDate: new Date("2031-01-04T08:00:00Z") });
    const [mail] = await mailsAt(thursday);
    expect(mail?.text).toContain("soonest first. All times are Dhaka time.");
    expect(mail?.text.match(/Dhaka time/g)).toHaveLength(1);
    expect(mail?.text.split("\nTue, May 28\n")).toHaveLength(2);
    expect(mail?.text).toContain("\nSat, Jan 4, 2031\n");
    await published(thursday, { title: "Near" });
    const far = await published(thursday, { title: "Far" });
    await make.db.updateTable("events").set({ time_zone: "Europe/Lisbon" }).where("id", "=", far).execute();
    const [mixed] = await mailsAt(nextThursday);
    expect(mixed?.text).not.toContain("All times");
    expect(mixed?.text).toContain("PM Dhaka time");
    expect(mixed?.text).toContain("AM Lisbon time");
  });
});
