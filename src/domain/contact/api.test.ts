import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

const message = { name: " Amina ", email: "Amina@Example.org", message: "Can I bring my dog? 🐕\nThank you." };

describe("POST /contact", () => {
  it("stores the message and queues it to be mailed once", async () => {
    const { status, body } = await call("POST", "/contact", { json: message });
    expect(status).toBe(200);
    expect(body.acknowledged).toBe(true);
    const [row, ...others] = await make.db.selectFrom("contact_messages").selectAll().execute();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: body.insertedId, name: "Amina", email: "amina@example.org" });
    expect(row?.message).toBe(message.message);
    const tasks = await make.db.selectFrom("outbox").selectAll().execute();
    expect(tasks).toMatchObject([
      { kind: "contact_message", key: `contact:${row?.id}`, payload: { contactMessageId: row?.id }, done_at: null },
    ]);
  });

  it("is mailed to the hosts, who can reply to its writer", async () => {
    await call("POST", "/contact", { json: { ...message, name: "Amina Bcc: everybody@example.org" } });
    const [mail, ...others] = await make.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: "team@goodturn.example", replyTo: "amina@example.org" });
    expect(mail?.subject).toBe("Message from Amina Bcc: everybody@example.org");
    expect(mail?.text).toContain(message.message);
  });

  it("reports missing or wrong fields one by one, and stores nothing", async () => {
    const { body } = await call("POST", "/contact", { json: { name: " ", email: "amina@", message: "" } });
    expect(body.fields).toEqual([
      { path: "name", message: "Please tell us your name." },
      { path: "email", message: "This does not look like an e-mail address." },
      { path: "message", message: "Please write your message." },
    ]);
    const long = await call("POST", "/contact", { json: { ...message, message: "ন".repeat(2001) } });
    expect(long.body.fields).toEqual([{ path: "message", message: "Please keep your message to 2000 characters." }]);
    expect((await call("POST", "/contact", { json: { ...message, message: "👩‍👩‍👧‍👦".repeat(2000) } })).status).toBe(200);
    expect(await make.db.selectFrom("outbox").selectAll().execute()).toHaveLength(1);
  });
});
