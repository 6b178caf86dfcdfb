import type { ReactNode } from "react";

import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { type Address, Link } from "../addresses.ts";
import { isNarrowed, pageAddress } from "./list-filter.ts";

/**
 * The links that clear the filters and keep the words, and that clear both. On a phone they lie over the end of the
 * first day's line, so that setting a filter moves nothing.
 */
export function ClearFilters({ filter }: { filter: ListFilter }) {
  const { search } = filter;
  const hasFilters = isNarrowed({ ...filter, search: "" });
  if (!hasFilters && !search) return null;
  return (
    <div className="clears z-6 flex max-sm:absolute max-sm:end-0 max-sm:top-full">
      {hasFilters && <ClearLink to={pageAddress({ search })}>{say("upcoming.filter.clear")}</ClearLink>}
      {search && <ClearLink to={pageAddress({})}>{say("upcoming.filter.clear_all")}</ClearLink>}
    </div>
  );
}

const ClearLink = ({ to, children }: { to: Address; children: ReactNode }) => (
  <Link
    to={to}
    preventScrollReset
    // The link disappears with the filters. Focus goes to the first panel's button, which opens no keyboard.
    onClick={() => document.querySelector<HTMLElement>(".chips [popovertarget]")?.focus()}
    className="btn btn-ghost px-2 text-sm whitespace-nowrap sm:text-[0.9375rem]"
  >
    {children}
  </Link>
);
