import { listPath, queryOf } from "#domain/events/rules.ts";

import type { Address } from "../addresses.ts";

/** The address of the filtered list, from its beginning or from a cursor. */
export const pageAddress = (filter: Parameters<typeof queryOf>[0], cursor?: string) =>
  listPath(queryOf({ ...filter, cursor }));

/** True if a filter leaves events out: words, or anything that is chosen. An order leaves out none. */
export const isNarrowed = (filter: Parameters<typeof queryOf>[0]) =>
  queryOf({ ...filter, order: undefined, within: undefined, cursor: undefined }) !== "";

/** The address of the list, from its beginning, with the values of a form or of another address. */
export const addressOf = (values: FormData | URLSearchParams) =>
  pageAddress(Object.fromEntries([...values.keys()].map((name) => [name, values.getAll(name).map(String)])));

/**
 * Applies a press to the list requested so far. A reader who chooses a day and then 'has room' gets both, even if the
 * day's list has not arrived yet.
 * @param asked the list on its way, or the one shown
 * @param before the list or form at the time of the press
 * @param after the same with the press applied
 */
export function changedIn(asked: Address, before: Address, after: Address): Address {
  const [values, old, wanted] = [valuesOf(asked), valuesOf(before), valuesOf(after)];
  for (const name of new Set([...old.keys(), ...wanted.keys()])) {
    const chosen = wanted.getAll(name);
    if (chosen.join() === old.getAll(name).join()) continue;
    values.delete(name);
    for (const one of chosen) values.append(name, one);
  }
  return addressOf(values);
}

/** The address of the list for a query. */
export const listAt = (query: string) => addressOf(new URLSearchParams(query));

const valuesOf = (address: Address) => new URLSearchParams(address.split("?")[1]);
