import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn } from "#test/make.ts";
import { showsOnly, visitor } from "../context.ts";
import { loader } from "./community.tsx";

describe("the list of communities", () => {
  it("has a hundred on a page, and all of them once on the pages that follow each other", async () => {
    const make = makeIn(await testDatabase());
    const read = (address: string) => {
      const context = new RouterContextProvider();
      context.set(visitor, make.context());
      context.set(showsOnly, () => {});
      const request = new Request(`https://goodturn.example${address}`);
      return loader({ context, request } as unknown as Parameters<typeof loader>[0]);
    };
    const ids: string[] = [];
    for (let number = 0; number < 203; number++) ids.push(await make.community({ title: `Community ${number}` }));
    const [hidden, unlisted, ...listed] = ids;
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).where("id", "=", hidden!).execute();
    await make.db.updateTable("communities").set({ is_unlisted: true }).where("id", "=", unlisted!).execute();

    const found: string[][] = [];
    for (let next: string | null | undefined = ""; next !== null && next !== undefined;) {
      const page = await read(`/community${next && `?cursor=${next}`}`);
      found.push(page.rows.map(({ _id }) => _id));
      expect(page.total).toBe(201);
      next = page.next;
    }
    expect(found.map((page) => page.length)).toEqual([100, 100, 1]);
    expect(found.flat()).toEqual(listed.toSorted());
  });
});
