import { newId } from "#db/schema.server.ts";
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
  return {
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
