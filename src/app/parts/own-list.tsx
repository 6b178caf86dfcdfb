import type { ReactNode } from "react";

import { say } from "#messages/organise.ts";

import type { List } from "../session/use-list.ts";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/spinner.tsx";

type OwnListProps<Row> = {
  title: string;
  /** How many there are, in words. */
  count: (total: number) => string;
  list: List<Row>;
  retry: () => void;
  loadMore: () => void;
  /** Stands beside the title. */
  action?: ReactNode;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** The frame of a member's own lists: its title and count, then the spinner, what went wrong, that it is empty, or the rows. */
export function OwnList<Row>({ title, count, list, retry, loadMore, action, empty, children }: OwnListProps<Row>) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-page">{title}</h1>
          <p role="status" className="quiet min-h-7 text-lg">
            {list.status === "there" && count(list.total)}
          </p>
        </div>
        {action}
      </div>
      {list.status === "loading" && <Spinner />}
      {list.status === "failed" && (
        <div role="alert" className="sheet flex flex-col items-center gap-4 px-5 py-12 text-center">
          <Icon name="circle-exclamation-point" className="size-12 text-accent" />
          <p className="text-lg">{say("list.failed")}</p>
          <button type="button" className="btn btn-primary" onClick={retry}>
            {say("retry")}
          </button>
        </div>
      )}
      {list.status === "there" && (list.rows.length === 0 ? empty : children(list.rows))}
      {list.status === "there" && list.next && (
        <div className="flex flex-col items-center gap-2">
          {list.more === "failed" && <p role="alert">{say("network.failed")}</p>}
          <button
            type="button"
            className="btn btn-outline"
            aria-disabled={list.more === "loading" || undefined}
            onClick={loadMore}
          >
            {say(list.more === "loading" ? "loading" : "list.more")}
          </button>
        </div>
      )}
    </div>
  );
}
