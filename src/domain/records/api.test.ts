import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { helpedAt } from "#test/records.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

describe("a record", () => {
  it("can be downloaded, proven and verified, and is never cached", async () => {
    const [{ token, member }, organizer] = [await make.signedIn(), await make.member()];
    const events = [await helpedAt(make, organizer, [member])];
    const csv = await call("GET", "/account/record.csv", { token });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("content-disposition")).toBe('attachment; filename="record.csv"');
    expect(csv.body.trim().split("\r\n")).toHaveLength(2);

    const json = { name: "Amina A.", label: "For my school", events };
    const shown = await call("POST", "/account/credentials/preview", { token, json });
    expect((await call("GET", "/account/record", { token })).body.credentials).toEqual([]);
    const { body: made } = await call("POST", "/account/credentials", { token, json });
    const file = await call("GET", `/account/credentials/${made._id}/file`, { token });
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="volunteer-record.jwt"');
    expect(file.body).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const checked = await call("GET", `/credentials/${made._id}`);
    expect(checked.body).toMatchObject({ status: "valid", shown: shown.body });
    for (const { headers } of [csv, file, checked]) expect(headers.get("cache-control")).toBe("no-store");
  });
});
