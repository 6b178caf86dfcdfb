import { newId } from "#db/schema.server.ts";
import { blockMember } from "#domain/blocks/commands.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import type { Make } from "./make.ts";
import type { Operation } from "./operations.ts";
import { regularOperations } from "./regular-operations.ts";
import type { Scene } from "./scene.ts";
import { datesOfSeries, makeSeries, tuesdays } from "./series.ts";

/** A series of the scene's community, which the organizer and the co-organizer run. */
const seriesOf = async ({ make, people, communityId }: Scene) =>
  (await makeSeries(make, { organizer: people.organizer.member, event: { communityId } })).id;

/** A call about the first date of the scene's series. */
async function onFirstDate({ make, people, communityId }: Scene, deed: "join" | "leave") {
  const { id, first } = await makeSeries(make, { organizer: people.organizer.member, event: { communityId } });
  return { method: "POST", path: `/series/${id}/${deed}`, json: { eventIds: [first] } };
}

/** The calls about series, and about people who come to each date. */
export const seriesOperations: Readonly<Record<string, Operation>> = {
  createSeries: () => ({ method: "POST", path: "/series", json: tuesdays(new Date()) }),
  getSeries: async (scene) => ({ method: "GET", path: `/series/${await seriesOf(scene)}` }),
  previewSeries: async (scene) => ({
    method: "POST",
    path: `/series/${await seriesOf(scene)}/preview`,
    json: { changes: { title: "Food for All" } },
  }),
  updateSeries: async (scene) => ({
    method: "PATCH",
    path: `/series/${await seriesOf(scene)}`,
    json: { changes: { title: "Food for All" } },
  }),
  getSeriesCalendar: async (scene) => ({ method: "GET", path: `/series/${await seriesOf(scene)}/calendar.ics` }),
  listOwnDates: async (scene) => ({ method: "GET", path: `/series/${await seriesOf(scene)}/own` }),
  joinDates: (scene) => onFirstDate(scene, "join"),
  leaveDates: (scene) => onFirstDate(scene, "leave"),
  endSeries: async (scene) => ({ method: "POST", path: `/series/${await seriesOf(scene)}/end`, json: {} }),
  ...regularOperations,
};

type Parts = { make: Make; call: Call; limited: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of every call about series, but for pictures that hosts took down. */
export async function seriesRefusals({ make, call, limited, me: { token, member } }: Parts) {
  const mine = await makeSeries(make, { organizer: member });
  const others = await makeSeries(make, { organizer: await make.member() });
  const ended = await makeSeries(make, { organizer: member });
  await make.db.updateTable("series").set({ ended_at: new Date() }).where("id", "=", ended.id).execute();
  const json = tuesdays(new Date());
  const rich = await make.signedIn();
  const { id } = await makeSeries(make, { organizer: rich.member });
  const { id: _id, ...one } = await make.db
    .selectFrom("series")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await make.db
    .insertInto("series")
    .values(Array.from({ length: 49 }, () => ({ ...one, id: newId() })))
    .execute();

  const changing = (method: string, rest: string, wrong: object) => {
    const at = (series: string) => `/series/${series}${rest}`;
    return {
      sign_in_required: () => call(method, at(mine.id), { json: {} }),
      not_yours: () => call(method, at(others.id), { token, json: {} }),
      not_found: () => call(method, at(newId()), { token, json: {} }),
      series_over: () => call(method, at(ended.id), { token, json: {} }),
      invalid_json: () => call(method, at(mine.id), { token, ...broken }),
      too_large: () => call(method, at(mine.id), { token, ...large }),
      invalid: () => call(method, at(mine.id), { token, json: wrong }),
    };
  };
  const hidden = (method: string, rest: string) => async () => {
    const series = await makeSeries(make, { organizer: member });
    const held = { is_draft: true, review: "hidden" as const };
    await make.db.updateTable("events").set(held).where("series_id", "=", series.id).execute();
    return call(method, `/series/${series.id}${rest}`, { token, json: {} });
  };
  const ofDates = (deed: "join" | "leave", wrong: { eventIds: string[] }) => {
    const [own, other] = [`/series/${mine.id}/${deed}`, `/series/${newId()}/${deed}`];
    const good = { eventIds: [mine.first] };
    return {
      sign_in_required: () => call("POST", own, { json: good }),
      not_found: () => call("POST", other, { token, json: good }),
      invalid_json: () => call("POST", own, { token, ...broken }),
      too_large: () => call("POST", own, { token, ...large }),
      invalid: () => call("POST", own, { token, json: wrong }),
      async event_over() {
        const past = await makeSeries(make, { organizer: member });
        const over = { event_date: new Date(Date.now() - 7_200_000), event_end: new Date(Date.now() - 3_600_000) };
        await make.db.updateTable("events").set(over).where("id", "=", past.first).execute();
        return call("POST", `/series/${past.id}/${deed}`, { token, json: { eventIds: [past.first] } });
      },
    };
  };
  const joinAfter = (change: object) => async () => {
    const series = await makeSeries(make, { organizer: member });
    await make.db.updateTable("events").set(change).where("id", "=", series.first).execute();
    return call("POST", `/series/${series.id}/join`, { token, json: { eventIds: [series.first] } });
  };
  return {
    listOwnDates: {
      sign_in_required: () => call("GET", `/series/${mine.id}/own`),
      not_found: () => call("GET", `/series/${newId()}/own`, { token }),
    },
    leaveDates: ofDates("leave", { eventIds: [] }),
    joinDates: {
      ...ofDates("join", { eventIds: Array.from({ length: 21 }, () => newId()) }),
      event_cancelled: joinAfter({ cancelled_at: new Date() }),
      under_review: joinAfter({ is_draft: true, review: "hidden" }),
      async cannot_join() {
        const blocker = await make.member();
        const series = await makeSeries(make, { organizer: blocker });
        await blockMember(make.context(blocker), member.id);
        return call("POST", `/series/${series.id}/join`, { token, json: { eventIds: [series.first] } });
      },
    },
    createSeries: {
      invalid_json: () => call("POST", "/series", { token, ...broken }),
      sign_in_required: () => call("POST", "/series", { json }),
      not_yours: () =>
        call("POST", "/series", { token, json: { ...json, event: { ...json.event, email: "other@example.org" } } }),
      not_found: () =>
        call("POST", "/series", { token, json: { ...json, event: { ...json.event, communityId: newId() } } }),
      too_large: () => call("POST", "/series", { token, ...large }),
      invalid: () => call("POST", "/series", { token, json: { ...json, leftOut: ["never"] } }),
      too_many_events: () => limited("POST", "/series", { token, json }),
      series_full: () => call("POST", "/series", { token: rich.token, json }),
    },
    getSeries: { not_found: () => call("GET", `/series/${newId()}`) },
    previewSeries: {
      ...changing("POST", "/preview", { changes: { minutes: 1 } }),
      under_review: hidden("POST", "/preview"),
    },
    updateSeries: {
      ...changing("PATCH", "", { changes: { startTime: "25:00" } }),
      under_review: hidden("PATCH", ""),
      async dates_unfit() {
        const series = await makeSeries(make, { organizer: member });
        const dates = await datesOfSeries(make, series.id);
        for (const { id: eventId } of dates) await make.join({ eventId });
        const first = dates[0]?.series_start?.slice(0, 10) ?? "";
        const day = new Date(`${first}T00:00Z`);
        day.setUTCDate(day.getUTCDate() + 1);
        const change = { repeats: { every: "week", weekdays: [3] }, first: day.toISOString().slice(0, 10) };
        return call("PATCH", `/series/${series.id}`, { token, json: change });
      },
    },
    endSeries: changing("POST", "/end", { last: "soon" }),
  };
}
