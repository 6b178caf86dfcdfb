import { type Arbitrary, array, assert, asyncProperty, constant, constantFrom, nat, oneof, record } from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { giveRight } from "#test/teams.ts";
import { rightEnders } from "../access/ending.ts";
import type { Member } from "../members/shapes.ts";
import { roleIn } from "../rights/queries.ts";
import { endOrganizing, setRole } from "./commands.ts";
import { acceptInvitation, endInvitation, invite } from "./inviting.ts";

let make: Make;
beforeAll(async () => void (make = makeIn(await testDatabase())));

const peopleCount = 4;
type Role = "owner" | "organizer" | null;

/** Actions on one community by four people, of whom the first is its owner at the start. */
const person = nat(peopleCount - 1);
const step = oneof(
  record({ kind: constant("invite" as const), by: person }),
  record({ kind: constant("accept" as const), by: person, which: nat(9) }),
  record({ kind: constant("take_back" as const), by: person, which: nat(9) }),
  record({ kind: constant("expire" as const), which: nat(9) }),
  record({ kind: constant("let_go" as const), by: person, who: person }),
  record({
    kind: constant("role" as const),
    by: person,
    who: person,
    role: constantFrom("owner" as const, "organizer" as const),
  }),
  record({ kind: constant("suspend" as const), who: person }),
);
type Step = typeof step extends Arbitrary<infer Value> ? Value : never;

/** An invitation of the model: its sender, and whether it can still be accepted. */
type Sent = { id: string; secret: string; by: number; isOpen: boolean };

/** The rules in their shortest form, with the real community beside them. */
class Model {
  readonly roles: Role[] = ["owner", null, null, null];
  readonly suspended = new Set<number>();
  readonly sent: Sent[] = [];
  readonly communityId: string;
  readonly people: Member[];
  constructor(communityId: string, people: Member[]) {
    this.communityId = communityId;
    this.people = people;
  }

  #ctx = (who: number) => ({ ...make.context(this.people[who]), links: make.links });
  #owners = () => this.roles.filter((role) => role === "owner").length;
  #ofIndex = (which: number) => this.sent[which % Math.max(1, this.sent.length)];
  /** A right ends with the open invitations of its holder. */
  #end(who: number) {
    this.roles[who] = null;
    for (const one of this.sent) if (one.by === who) one.isOpen = false;
  }

  /** Takes a step for real. @returns the outcome, and the one that the rules say */
  async take(one: Step): Promise<[is: string, ought: string]> {
    const at = { communityId: this.communityId };
    switch (one.kind) {
      case "invite": {
        if (this.suspended.has(one.by) || this.sent.length >= 10) return ["", ""];
        const made = await invite(this.#ctx(one.by), at, {}).catch((failure: { code: string }) => failure);
        if ("code" in made) return [made.code, this.roles[one.by] ? "done" : "not_yours"];
        const { _id: id } = made.invitation;
        this.sent.push({ id, secret: make.links.sign("invitation", id), by: one.by, isOpen: true });
        return ["done", this.roles[one.by] ? "done" : "not_yours"];
      }
      case "accept": {
        const sent = this.#ofIndex(one.which);
        if (!sent) return ["", ""];
        const ought = !sent.isOpen
          ? "invitation_gone"
          : this.suspended.has(one.by)
            ? "sign_in_required"
            : this.roles[one.by]
              ? "already_organizer"
              : "done";
        const is = await outcomeOf(acceptInvitation(this.#ctx(one.by), sent.secret));
        if (ought === "done") {
          this.roles[one.by] = "organizer";
          sent.isOpen = false;
        }
        return [is, ought];
      }
      case "take_back": {
        const sent = this.#ofIndex(one.which);
        if (!sent) return ["", ""];
        const ought = this.roles[one.by] ? "done" : "not_yours";
        const is = await outcomeOf(endInvitation(this.#ctx(one.by), at, sent.id));
        if (ought === "done") sent.isOpen = false;
        return [is, ought];
      }
      case "expire": {
        const sent = this.#ofIndex(one.which);
        if (!sent) return ["", ""];
        const past = { expires_at: new Date(Date.now() - 1000) };
        await make.db.updateTable("invitations").set(past).where("id", "=", sent.id).execute();
        sent.isOpen = false;
        return ["", ""];
      }
      case "let_go": {
        const [mine, theirs] = [this.roles[one.by], this.roles[one.who]];
        const isLast = theirs === "owner" && this.#owners() === 1;
        const may = mine && (one.by === one.who || mine === "owner");
        const ought = !may ? "not_yours" : !theirs ? "not_found" : isLast ? "last_owner" : "done";
        const is = await outcomeOf(endOrganizing(this.#ctx(one.by), at, this.people[one.who]?.id ?? ""));
        if (ought === "done") this.#end(one.who);
        return [is, ought];
      }
      case "role": {
        const theirs = this.roles[one.who];
        const isLast = theirs === "owner" && one.role === "organizer" && this.#owners() === 1;
        const ought =
          this.roles[one.by] !== "owner" ? "not_yours" : !theirs ? "not_found" : isLast ? "last_owner" : "done";
        const id = this.people[one.who]?.id ?? "";
        const is = await outcomeOf(setRole(this.#ctx(one.by), this.communityId, id, { role: one.role }));
        if (ought === "done") this.roles[one.who] = one.role;
        return [is, ought];
      }
      case "suspend": {
        // Hosts name another owner before they suspend the last one.
        if (this.roles[one.who] === "owner" && this.#owners() === 1) return ["", ""];
        const { id = "" } = this.people[one.who] ?? {};
        await make.db.transaction().execute(async (tx) => {
          for (const kind of ["invitations", "rights_held"] as const) await rightEnders[kind](tx, id, new Date());
          await tx.updateTable("members").set({ suspended_at: new Date() }).where("id", "=", id).execute();
        });
        this.suspended.add(one.who);
        this.#end(one.who);
        return ["", ""];
      }
    }
  }

  /** The roles for real, those that open rows give, and the number of these rows. */
  async real() {
    const now = new Date();
    const roles = await Promise.all(this.people.map(({ id }) => roleIn(make.db, this.communityId, id, now)));
    const open = await make.db
      .selectFrom("rights")
      .where("community_id", "=", this.communityId)
      .where("until", "is", null)
      .select(["member_id", "role"])
      .execute();
    const held = this.people.map(({ id }) => open.find(({ member_id }) => member_id === id)?.role ?? null);
    return { roles, held, open: open.length };
  }
}

describe("the rights at a community", () => {
  it("follow the rules after every step: an owner is left, each right has a row, and no ended invitation gives one", async () => {
    await assert(
      asyncProperty(array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const people = await make.members(peopleCount);
        const communityId = await make.community({ title: newId() });
        await giveRight(make, { memberId: people[0]?.id ?? "", communityId, role: "owner" });
        const model = new Model(communityId, people);
        for (const one of steps) {
          const [is, ought] = await model.take(one);
          expect({ ...one, outcome: is }).toEqual({ ...one, outcome: ought });
          const real = await model.real();
          const { roles } = model;
          expect(real).toEqual({ roles, held: roles, open: roles.filter(Boolean).length });
          expect(real.roles).toContain("owner");
        }
      }),
      { numRuns: 30 },
    );
  }, 120_000);
});
