import { queryOf } from "#domain/events/rules.ts";

import type { Address } from "../addresses.ts";

/** The address of the list with a filter, from its beginning or from a cursor. */
export function pageAddress(filter: Parameters<typeof queryOf>[0], cursor?: string): Address {
  return listAddress(queryOf({ ...filter, cursor }));
}

/** The same of a query that was made already. */
export const listAddress = (query: string): Address =>
  query === "" ? "/upcoming-events" : `/upcoming-events?${query}`;
