import type { ReactNode } from "react";

import type { List } from "./use-list.ts";
import { Answered } from "./answered.tsx";
import { LoadMore } from "./load-more.tsx";

type OwnListProps<Row> = {
  title: string;
  /** The number of rows, in words. */
  count: (total: number) => string;
  /** Content after the count; null if it may come later. */
  beside?: ReactNode;
  list: List<Row>;
  /** A sentence of its own for a list that could not be loaded. */
  failed?: string | undefined;
  retry: () => void;
  loadMore: () => void;
  /** Content beside the title. */
  action?: ReactNode;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** The frame of a member's own list: title and count, then a spinner, an error, the empty state or the rows. */
export function OwnList<Row>({
  title,
  count,
  beside,
  list,
  failed,
  retry,
  loadMore,
  action,
  empty,
  children,
}: OwnListProps<Row>) {
  const isEmpty = list.status === "there" && list.rows.length === 0;
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <div className={action ? "lg:grid lg:grid-cols-[1fr_auto] lg:gap-x-6" : ""}>
        <h1 className="text-page">{title}</h1>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 lg:contents">
          {/* The content of an empty list already says that it is empty. What comes beside it later moves nothing. */}
          <p
            role="status"
            className={isEmpty && !action ? "sr-only" : "quiet min-h-6 min-w-0 flex-1 max-sm:basis-full"}
          >
            {list.status === "there" && count(list.total)}
            {beside}
          </p>
          <div className="contents lg:col-start-2 lg:row-start-1 lg:flex lg:items-center">{action}</div>
        </div>
      </div>
      <Answered asked={list} again={retry} failed={failed} cards={3}>
        {({ rows }) => (rows.length === 0 ? empty : children(rows))}
      </Answered>
      <LoadMore list={list} onPress={loadMore} />
    </div>
  );
}
