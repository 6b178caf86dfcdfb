import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { refuseEasyPassword } from "./easy-passwords.ts";
import { hashPassword } from "./password.ts";

const owner = { name: "Inês d'Almeida Ba", email: "wild.otter77@river.example" };
const rule = (password: string) =>
  refuseEasyPassword(password, owner, "password").then(
    () => null,
    (failure: { fields: { rule: string }[] }) => failure.fields[0]?.rule,
  );

describe("refuseEasyPassword", () => {
  it.each(["Password", "pASSWORD", "Password1", "Qwerty", "Abc123", "Iloveyou"])(
    "finds %s among the most used",
    async (password) => {
      expect(await rule(password)).toBe("rule.password.common");
    },
  );

  it.each([
    "Almeida1!",
    "InesAlmeida",
    "Inês2026",
    "Almeida.Ines",
    "WildOtter",
    "Otter77xy",
    "Wild.Otter77@river.example",
    "RiverRiver",
  ])("finds %s to be made of name or address", async (password) => {
    expect(await rule(password)).toBe("rule.password.own");
  });

  it.each(["Gannet", "Planting4all", "AlmeidaPlants", "Batata", "Password-of-mine", "Ünïcöd", "Ottoman"])(
    "accepts %s",
    async (password) => {
      expect(await rule(password)).toBeNull();
    },
  );
});

const refused = (path: string, its: string) => ({ code: "invalid", fields: [{ path, rule: its }] });

describe("an easy password", () => {
  let make: Make;
  beforeEach(async () => {
    make = makeIn(await testDatabase());
  });
  const post = (call: string, body: object, cookie = "") =>
    make.authCall("POST", call, { body, ...(cookie && { cookie }) });

  const register = (password: string) =>
    post("sign-up/email", {
      name: "Amina",
      email: "amina@example.org",
      image: "https://example.org/a.jpg",
      password,
    });

  it("is refused at registration, after the three rules", async () => {
    await expect(register("password")).rejects.toMatchObject(refused("password", "rule.password.uppercase"));
    await expect(register("abcdef")).rejects.toMatchObject(refused("password", "rule.password.uppercase"));
    await expect(register("Abcdef")).rejects.toMatchObject(refused("password", "rule.password.pattern"));
    await expect(register("Password")).rejects.toMatchObject(refused("password", "rule.password.common"));
    await expect(register("Amina2026")).rejects.toMatchObject(refused("password", "rule.password.own"));
    expect(await outcomeOf(register("Gannet"))).toBe("done");
  });

  it("is refused when it is changed or set by a mailed link, and the link stays valid", async () => {
    const { cookie, member } = await make.signedIn({ name: "Amina", email: "amina@example.org" });
    const change = (newPassword: string) => post("change-password", { currentPassword: "Gannet", newPassword }, cookie);
    await expect(change("Aaaaaa")).rejects.toMatchObject(refused("newPassword", "rule.password.pattern"));
    await expect(change("Dragon")).rejects.toMatchObject(refused("newPassword", "rule.password.common"));
    await expect(change("Amina2026")).rejects.toMatchObject(refused("newPassword", "rule.password.own"));

    const link = await make.auth.makeLink({ purpose: "reset-password", memberId: member.id, email: member.email });
    const reset = (newPassword: string) => post("reset-password", { token: link?.split("#")[1], newPassword });
    await expect(reset("Aaaaaa")).rejects.toMatchObject(refused("newPassword", "rule.password.pattern"));
    await expect(reset("Dragon")).rejects.toMatchObject(refused("newPassword", "rule.password.common"));
    await expect(reset("Amina2026")).rejects.toMatchObject(refused("newPassword", "rule.password.own"));
    expect(await outcomeOf(reset("Planting4all"))).toBe("done");
  });

  it("keeps working for members who already have one", async () => {
    const { member } = await make.signedIn();
    await sql`update accounts set password = ${await hashPassword("Password")}`.execute(make.db);
    expect(await outcomeOf(post("sign-in/email", { email: member.email, password: "Password" }))).toBe("done");
  });
});
