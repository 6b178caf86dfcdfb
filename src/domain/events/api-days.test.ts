import { expect, it } from "vitest";
import { daysAfter } from "./rules.ts";
import { callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, tomorrow } from "#test/make.ts";

it("lists the events on some days, with their own total and a link that keeps the days", async () => {
  const make = makeIn(await testDatabase());
  const call = callerOf(make);
  const days = [2, 3, 3, 4].map((number) => daysAfter(tomorrow().toISOString().slice(0, 10), number));
  for (const day of days) await make.event({ title: day, eventDate: new Date(`${day}T06:00:00Z`) });
  const { status, body, headers } = await call("GET", `/events?from=${days[1]}&to=${days[1]}&limit=1`);
  expect([status, body.length, body[0].title, headers.get("x-total-count")]).toEqual([200, 1, days[1], "2"]);
  expect(headers.get("link")).toContain(`from=${days[1]}&to=${days[1]}`);

  const refused = await call("GET", "/events?from=2026-02-30&to=soon");
  expect([refused.status, refused.body.code]).toEqual([422, "invalid"]);
  const message = "Write the day as a date, such as 2026-11-28.";
  expect(refused.body.fields).toMatchObject([
    { path: "from", message },
    { path: "to", message },
  ]);
  const turned = await call("GET", "/events?from=2026-11-29&to=2026-11-28");
  expect(turned.body.fields).toMatchObject([{ path: "to", message: "The last day is before the first one." }]);
});
