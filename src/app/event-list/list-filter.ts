import { listPath, queryOf } from "#domain/events/rules.ts";

import type { Address } from "../addresses.ts";

/** The address of the list with a filter, from its beginning or from a cursor. */
export const pageAddress = (filter: Parameters<typeof queryOf>[0], cursor?: string) =>
  listPath(queryOf({ ...filter, cursor }));

/** The list's address with these values of a form or of another address, from its beginning. */
export const addressOf = (values: FormData | URLSearchParams) =>
  pageAddress(Object.fromEntries([...values.keys()].map((name) => [name, values.getAll(name).map(String)])));

/**
 * What a press changed, in the list that is asked for by then: somebody who chooses a day and then room has both, however long the
 * day's list takes.
 * @param asked the list that is on its way, or that is there
 * @param before what was shown or said where it was pressed
 * @param after what the press made of that
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

/** The list at an address' query. */
export const listAt = (query: string) => addressOf(new URLSearchParams(query));

const valuesOf = (address: Address) => new URLSearchParams(address.split("?")[1]);
