import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";

const origin = "https://goodturn.example";
let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make, origin);
});

const ask = (url: string, more: Record<string, string> = {}) =>
  call("GET", `/oembed?${new URLSearchParams({ url, ...more }).toString()}`);

describe("GET /oembed", () => {
  it("describes how to show an event, with all of its text escaped", async () => {
    const organizer = await make.member({ displayName: "River & Sons" });
    const id = await make.event({ organizer, title: `Oaks "for" <all> & more` });
    const { status, body, headers } = await ask(`${origin}/view-event/${id}`);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, no-cache");
    expect(body).toEqual({
      version: "1.0",
      type: "rich",
      title: `Oaks "for" <all> & more`,
      author_name: "River & Sons",
      provider_name: "Goodturn",
      provider_url: origin,
      cache_age: 3600,
      thumbnail_url: `${origin}/view-event/${id}/picture.png`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
      html: `<iframe src="${origin}/embed?event=${id}" title="Oaks &quot;for&quot; &lt;all&gt; &amp; more" width="600" height="220" loading="lazy" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%;color-scheme:light dark"></iframe>`,
      width: 600,
      height: 220,
    });
  });

  it("describes how to show the list as its address filters it, from its beginning", async () => {
    const { body } = await ask(`${origin}/upcoming-events?category=food&search=soup+%22hot%22&cursor=abc`);
    expect(body).toMatchObject({ title: "Upcoming Events", thumbnail_url: `${origin}/share.png`, width: 600 });
    expect(body).not.toHaveProperty("author_name");
    expect(body.html).toContain(`src="${origin}/embed?search=soup+%22hot%22&amp;category=food"`);
    expect((await ask(`${origin}/upcoming-events`)).body.html).toContain(`src="${origin}/embed"`);
  });

  it("stays within the requested size, and has no larger picture", async () => {
    const url = `${origin}/view-event/${await make.event()}`;
    const { body } = await ask(url, { maxwidth: "320", maxheight: "300" });
    expect(body).toMatchObject({ width: 320, height: 300 });
    expect(body.html).toContain(`width="320" height="300"`);
    expect(body).not.toHaveProperty("thumbnail_url");
    const narrow = await ask(url, { maxwidth: "320" });
    expect(narrow.body).toMatchObject({ width: 320, height: 416 });
    const wide = await ask(url, { maxwidth: "1200", maxheight: "630" });
    expect(wide.body).toMatchObject({ width: 600, height: 220, thumbnail_width: 1200 });
  });

  it("knows only these two pages of ours, and only public events", async () => {
    const { member, token } = await make.signedIn();
    const draft = await make.event({ organizer: member });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    const event = await make.event();
    const unknown = [
      `https://elsewhere.example/view-event/${event}`,
      `http://goodturn.example/view-event/${event}`,
      `${origin}.evil.example/upcoming-events`,
      `${origin}/community`,
      `${origin}/view-event/${event}/picture.png`,
      `${origin}/view-event/${member.id}`,
      `${origin}/view-event/${draft}`,
      "no address",
    ];
    for (const url of unknown) expect([url, (await ask(url)).body.code]).toEqual([url, "not_found"]);
    const query = new URLSearchParams({ url: `${origin}/view-event/${draft}` }).toString();
    expect((await call("GET", `/oembed?${query}`, { token })).status).toBe(404);
  });

  it("describes past events too, whose addresses stay in pages for years", async () => {
    const id = await make.event({ eventDate: yesterday(), title: "Last year's" });
    expect((await ask(`${origin}/view-event/${id}`)).body.title).toBe("Last year's");
  });

  it("returns only JSON, whether or not the request names it", async () => {
    const url = `${origin}/upcoming-events`;
    expect((await ask(url, { format: "json" })).status).toBe(200);
    for (const format of ["xml", "JSON", ""]) {
      const { status, body } = await ask(url, { format });
      expect([format, status, body.code]).toEqual([format, 501, "only_json"]);
    }
  });

  it("rejects invalid sizes", async () => {
    for (const maxwidth of ["0", "-1", "1e3", "100000", "wide"]) {
      const { status, body } = await ask(`${origin}/upcoming-events`, { maxwidth });
      expect([maxwidth, status, body.fields[0].path]).toEqual([maxwidth, 422, "maxwidth"]);
    }
  });
});
