import { useState } from "react";

import type { ListPage } from "./ask.ts";
import { type Unanswered, useAnswer } from "./use-answer.ts";

export type List<Row> = Unanswered | ({ status: "there"; more: "idle" | "loading" | "failed" } & ListPage<Row>);

/**
 * A member's own list, loaded in the browser page by page; `fetchPage` and `occasion` are as in `useAnswer`. `edit`
 * changes the shown list after a row was changed or removed on the server.
 */
export function useList<Row>(fetchPage: (cursor?: string) => Promise<ListPage<Row>>, occasion?: unknown) {
  const { asked, again, edit } = useAnswer(fetchPage, occasion);
  const shown = asked.status === "there" ? asked.answer : null;
  /** The next page belongs to the list it was requested for, not to one that has replaced it. */
  const [more, setMore] = useState<{ of: typeof shown; step: "loading" | "failed" }>();
  const step = more && more.of === shown ? more.step : "idle";

  async function loadMore() {
    if (!shown?.next || step === "loading") return;
    setMore({ of: shown, step: "loading" });
    try {
      const page = await fetchPage(shown.next);
      edit((now) => (now === shown ? { ...page, rows: [...now.rows, ...page.rows] } : now));
    } catch {
      setMore({ of: shown, step: "failed" });
    }
  }

  const list: List<Row> = asked.status === "there" ? { status: "there", more: step, ...asked.answer } : asked;
  return { list, retry: again, loadMore: () => void loadMore(), edit };
}
