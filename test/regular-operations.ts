import { newId } from "#db/schema.server.ts";
import type { Member } from "#domain/members/shapes.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import { becomeRegular, pauseRegular, skipDate } from "#domain/regulars/commands.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import type { Make } from "./make.ts";
import type { Operation } from "./operations.ts";
import type { Scene } from "./scene.ts";
import { datesOfSeries, makeSeries } from "./series.ts";

/** The state of a member at a series: registered for two dates, a regular, one who skips the second, one who pauses. */
type State = "joined" | "regular" | "skips" | "pauses";

const daysOf = (dates: { series_start: string | null }[]) =>
  dates.map(({ series_start }) => series_start?.slice(0, 10) ?? "");

/** Makes a series in which a member is in a state, with a link of theirs about the second date. */
async function seriesWith(
  make: Make,
  { organizer, member, state, communityId }: { organizer: Member; member: Member; state: State; communityId?: string },
) {
  const { id } = await makeSeries(make, { organizer, ...(communityId !== undefined && { event: { communityId } }) });
  const dates = await datesOfSeries(make, id);
  const [first = "", second = ""] = dates.map((date) => date.id);
  const ctx = make.context(member);
  for (const eventId of [first, second]) await joinEvent(ctx, { eventId });
  const pause = { from: daysOf(dates)[1] ?? "", until: daysOf(dates)[2] ?? "" };
  if (state !== "joined") await becomeRegular(ctx, id);
  if (state === "skips") await skipDate(ctx, id, second);
  if (state === "pauses") await pauseRegular(ctx, id, pause);
  const regular = await make.db
    .selectFrom("regulars")
    .select("id")
    .where("series_id", "=", id)
    .where("member_id", "=", member.id)
    .executeTakeFirst();
  const link = `/regulars/${make.links.sign("regular", `${id}:${member.id}:${second}`)}`;
  return { id, path: `/series/${id}`, first, second, pause, link, regularId: regular?.id ?? "" };
}

/** A series of the scene's community, with its participant. */
const sceneWith = ({ make, people, communityId }: Scene, state: State) =>
  seriesWith(make, { organizer: people.organizer.member, member: people.participant.member, state, communityId });

/** The calls about people who come to each date of a series. */
export const regularOperations: Readonly<Record<string, Operation>> = {
  async getOwnRegular(scene) {
    return { method: "GET", path: `${(await sceneWith(scene, "regular")).path}/regular` };
  },
  async becomeRegular(scene) {
    return { method: "PUT", path: `${(await sceneWith(scene, "joined")).path}/regular` };
  },
  async stopRegular(scene) {
    return { method: "DELETE", path: `${(await sceneWith(scene, "regular")).path}/regular` };
  },
  async putRegularOfferAway(scene) {
    return { method: "PUT", path: `${(await sceneWith(scene, "joined")).path}/regular/offer-away` };
  },
  async pauseRegular(scene) {
    const { path, pause } = await sceneWith(scene, "regular");
    return { method: "PUT", path: `${path}/regular/pause`, json: pause };
  },
  async endRegularPause(scene) {
    return { method: "DELETE", path: `${(await sceneWith(scene, "pauses")).path}/regular/pause` };
  },
  async skipDate(scene) {
    const { path, second } = await sceneWith(scene, "regular");
    return { method: "PUT", path: `${path}/regular/skips/${second}` };
  },
  async unskipDate(scene) {
    const { path, second } = await sceneWith(scene, "skips");
    return { method: "DELETE", path: `${path}/regular/skips/${second}` };
  },
  async listRegulars(scene) {
    return { method: "GET", path: `${(await sceneWith(scene, "regular")).path}/regulars` };
  },
  async makeRegular(scene) {
    const { path } = await sceneWith(scene, "joined");
    return { method: "POST", path: `${path}/regulars`, json: { memberId: scene.people.participant.member.id } };
  },
  async endRegularOf(scene) {
    const { path, regularId } = await sceneWith(scene, "regular");
    return { method: "DELETE", path: `${path}/regulars/${regularId}` };
  },
  async getLinkedRegular(scene) {
    return { method: "GET", path: (await sceneWith(scene, "regular")).link };
  },
  async skipLinkedDate(scene) {
    return { method: "PUT", path: `${(await sceneWith(scene, "regular")).link}/skip` };
  },
  async unskipLinkedDate(scene) {
    return { method: "DELETE", path: `${(await sceneWith(scene, "skips")).link}/skip` };
  },
  async stopLinkedRegular(scene) {
    return { method: "DELETE", path: (await sceneWith(scene, "regular")).link };
  },
  async becomeLinkedRegular(scene) {
    return { method: "PUT", path: (await sceneWith(scene, "joined")).link };
  },
  async pauseLinkedRegular(scene) {
    const { link, pause } = await sceneWith(scene, "regular");
    return { method: "PUT", path: `${link}/pause`, json: pause };
  },
  async endLinkedPause(scene) {
    return { method: "DELETE", path: `${(await sceneWith(scene, "pauses")).link}/pause` };
  },
};

type Parts = { make: Make; call: Call; mailing: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of every call about people who come to each date. */
export async function regularRefusals({ make, call, mailing, me: { token, member } }: Parts) {
  const host = await make.signedIn();
  const at = (state: State, who = member) => seriesWith(make, { organizer: host.member, member: who, state });
  const unknown = `/series/${newId()}`;
  // It has another organizer, so a block between the host and the member does not end it.
  const mine = await seriesWith(make, { organizer: await make.member(), member, state: "skips" });
  const hosted = await at("joined");
  const asMe = (method: string, path: string, json?: object) =>
    call(method, path, json === undefined ? { token } : { token, json });
  /** Makes one of these series, and changes it in the database before a call. */
  const changed = (state: State, change: (at: Awaited<ReturnType<typeof seriesWith>>) => Promise<unknown>) =>
    async function made() {
      const series = await at(state);
      await change(series);
      return series;
    };
  const set = (id: string, columns: object) =>
    make.db.updateTable("events").set(columns).where("id", "=", id).execute();
  const past = new Date(Date.now() - 86_400_000);
  const longAgo = new Date(past.getTime() - 3_600_000);
  const over = changed("skips", ({ second }) => set(second, { event_date: longAgo, event_end: past }));
  const canceled = changed("skips", ({ second }) => set(second, { cancelled_at: past }));
  const hidden = changed("skips", ({ second }) => set(second, { is_draft: true, review: "hidden" }));
  const ended = changed("joined", ({ id }) =>
    make.db.updateTable("series").set({ ended_at: past }).where("id", "=", id).execute(),
  );
  const blocked = changed("joined", () =>
    make.db
      .insertInto("blocks")
      .values({ blocker_id: host.member.id, blocked_id: member.id, blocked_at: past })
      .execute(),
  );
  const unblocked = () => make.db.deleteFrom("blocks").where("blocker_id", "=", host.member.id).execute();
  const full = changed("joined", async () => {
    const organizer = await make.member();
    const others = await Promise.all(
      Array.from({ length: 20 }, async () => (await makeSeries(make, { organizer })).id),
    );
    const rows = others.map((series_id) => ({ id: newId(), series_id, member_id: member.id, since: past }));
    await make.db.insertInto("regulars").values(rows).execute();
  });
  const emptied = () =>
    make.db.deleteFrom("regulars").where("member_id", "=", member.id).where("series_id", "!=", mine.id).execute();

  type Made = Awaited<ReturnType<typeof seriesWith>>;
  /** A call in one of these states, which is tidied up afterwards. */
  const when = (state: () => Promise<Made>, ask: (at: Made) => ReturnType<Call>, tidy?: () => Promise<unknown>) =>
    async function called() {
      const answer = await ask(await state());
      await tidy?.();
      return answer;
    };
  const body = (method: string, path: string, wrong: object, auth: object = { token }) => ({
    invalid_json: () => call(method, path, { ...auth, ...broken }),
    too_large: () => call(method, path, { ...auth, ...large }),
    invalid: () => call(method, path, { ...auth, json: wrong }),
  });
  const members = (method: string, rest: string, json?: object) => ({
    sign_in_required: () => call(method, `${mine.path}${rest}`, json === undefined ? {} : { json }),
    not_found: () => asMe(method, `${unknown}${rest}`, json),
  });
  const broke = (method: string, rest = "", json?: object) => ({
    link_broken: () => call(method, `/regulars/nothing${rest}`, json === undefined ? {} : { json }),
    not_found: () =>
      call(
        method,
        `/regulars/${make.links.sign("regular", `${newId()}:${member.id}:${newId()}`)}${rest}`,
        json === undefined ? {} : { json },
      ),
  });
  const becoming = (ask: (at: Made) => ReturnType<Call>) => ({
    series_over: when(ended, ask),
    cannot_join: when(blocked, ask, unblocked),
    regulars_full: when(full, ask, emptied),
  });
  const skipping = (ask: (at: Made) => ReturnType<Call>) => ({ event_over: when(over, ask) });
  const unskipping = (ask: (at: Made) => ReturnType<Call>) => ({
    event_over: when(over, ask),
    event_cancelled: when(canceled, ask),
    under_review: when(hidden, ask),
  });
  const days = mine.pause;
  const wrongDays = { from: days.until, until: "2020-01-01" };
  const asHost = (at_: Made, json: object) => call("POST", `${at_.path}/regulars`, { token: host.token, json });
  const crowded = changed("joined", async ({ id: series_id }) => {
    const rows = Array.from({ length: 300 }, () => ({ id: newId(), series_id, name: "Rita", since: past }));
    await make.db.insertInto("regulars").values(rows).execute();
  });

  return {
    getOwnRegular: members("GET", "/regular"),
    becomeRegular: {
      ...members("PUT", "/regular"),
      ...becoming(({ path }) => asMe("PUT", `${path}/regular`)),
      not_yet_regular: async () =>
        asMe("PUT", `/series/${(await makeSeries(make, { organizer: host.member })).id}/regular`),
    },
    stopRegular: members("DELETE", "/regular"),
    putRegularOfferAway: members("PUT", "/regular/offer-away"),
    pauseRegular: {
      ...members("PUT", "/regular/pause", days),
      ...body("PUT", `${mine.path}/regular/pause`, wrongDays),
    },
    endRegularPause: members("DELETE", "/regular/pause"),
    skipDate: {
      ...members("PUT", `/regular/skips/${mine.second}`),
      ...skipping(({ path, second }) => asMe("PUT", `${path}/regular/skips/${second}`)),
    },
    unskipDate: {
      ...members("DELETE", `/regular/skips/${mine.second}`),
      ...unskipping(({ path, second }) => asMe("DELETE", `${path}/regular/skips/${second}`)),
    },
    listRegulars: {
      ...members("GET", "/regulars"),
      not_yours: () => asMe("GET", `${mine.path}/regulars`),
      invalid: () => asMe("GET", `${mine.path}/regulars?eventId=next`),
    },
    makeRegular: {
      ...members("POST", "/regulars", { name: "Rita" }),
      ...body("POST", `${hosted.path}/regulars`, { name: "" }, { token: host.token }),
      not_yours: () => asMe("POST", `${mine.path}/regulars`, { name: "Rita" }),
      email_unconfirmed: () =>
        mailing("POST", `${hosted.path}/regulars`, { token: host.token, json: { name: "Rita" } }),
      people_full: when(crowded, (series) => asHost(series, { name: "Rita" })),
      ...becoming((series) => asHost(series, { memberId: member.id })),
    },
    endRegularOf: {
      ...members("DELETE", `/regulars/${mine.regularId}`),
      not_yours: () => asMe("DELETE", `${mine.path}/regulars/${mine.regularId}`),
    },
    getLinkedRegular: broke("GET"),
    skipLinkedDate: { ...broke("PUT", "/skip"), ...skipping(({ link }) => call("PUT", `${link}/skip`)) },
    unskipLinkedDate: { ...broke("DELETE", "/skip"), ...unskipping(({ link }) => call("DELETE", `${link}/skip`)) },
    stopLinkedRegular: broke("DELETE"),
    becomeLinkedRegular: { ...broke("PUT"), ...becoming(({ link }) => call("PUT", link)) },
    pauseLinkedRegular: { ...broke("PUT", "/pause", days), ...body("PUT", `${mine.link}/pause`, wrongDays, {}) },
    endLinkedPause: broke("DELETE", "/pause"),
  };
}
