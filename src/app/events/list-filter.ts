import { listPath, queryOf } from "#domain/events/rules.ts";

/** The address of the list with a filter, from its beginning or from a cursor. */
export const pageAddress = (filter: Parameters<typeof queryOf>[0], cursor?: string) =>
  listPath(queryOf({ ...filter, cursor }));
