import { useEffect, useState } from "react";

import type { ListPage } from "./ask.ts";

export type List<Row> =
  | { status: "loading" | "failed" }
  | { status: "there"; rows: Row[]; total: number; next: string | null; more: "idle" | "loading" | "failed" };

/**
 * A list of one's own, loaded in the browser page by page. `fetchPage` has to be the same function for the same list.
 * `change` puts a changed list in its place, after a row was changed or removed on the server.
 */
export function useList<Row>(fetchPage: (cursor?: string) => Promise<ListPage<Row>>) {
  const [list, setList] = useState<List<Row>>({ status: "loading" });

  useEffect(() => loadFirst(fetchPage, setList), [fetchPage]);

  function retry() {
    setList({ status: "loading" });
    loadFirst(fetchPage, setList);
  }

  async function loadMore() {
    if (list.status !== "there" || !list.next || list.more === "loading") return;
    setList({ ...list, more: "loading" });
    try {
      const page = await fetchPage(list.next);
      setList({ ...list, ...page, rows: [...list.rows, ...page.rows], more: "idle" });
    } catch {
      setList({ ...list, more: "failed" });
    }
  }

  return { list, retry, loadMore: () => void loadMore(), change: setList };
}

/** Loads the first page and puts it, or that it failed, in the list's place. @returns how to be no longer interested */
function loadFirst<Row>(fetchPage: () => Promise<ListPage<Row>>, put: (list: List<Row>) => void) {
  let wanted = true;
  fetchPage().then(
    (page) => wanted && put({ status: "there", more: "idle", ...page }),
    () => wanted && put({ status: "failed" }),
  );
  return () => {
    wanted = false;
  };
}
