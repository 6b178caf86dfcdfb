import { say } from "#messages/say.ts";

import type { List } from "./use-list.ts";

/** The button below a list with more rows than shown; it also reports loading and failure. */
export function LoadMore<Row>({ list, onPress }: { list: List<Row>; onPress: () => void }) {
  if (list.status !== "there" || !list.next) return null;
  return (
    <div className="flex flex-col items-center gap-2">
      {list.more === "failed" && <p role="alert">{say("network.failed")}</p>}
      <button type="button" className="btn" aria-disabled={list.more === "loading" || undefined} onClick={onPress}>
        {say(list.more === "loading" ? "loading" : "list.more")}
      </button>
    </div>
  );
}
