import { useState } from "react";

import type { Blockable } from "#domain/blocks/shapes.ts";
import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { ask, askPage } from "../session/ask.ts";
import { LoadMore } from "../session/load-more.tsx";
import { sentenceOf } from "../session/refusal.ts";
import { useList } from "../session/use-list.ts";
import { Avatar } from "../ui/avatar.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";

const fetchPage = (cursor?: string) =>
  askPage((api) => api.account.blocks.$get({ query: { limit: "20", ...(cursor && { cursor }) } }));

/** The people whom the member has blocked, each with a button to undo it. */
export default function AccountBlocks({ onUnblocked }: { onUnblocked: () => void }) {
  const { list, retry, loadMore } = useList(fetchPage);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());

  async function unblock({ _id, name }: Blockable) {
    try {
      await ask((api) => api.account.blocks[":id"].$delete({ param: { id: _id } }));
      setGone(new Set([...gone, _id]));
      onUnblocked();
      toast("success", say("block.undone", { name }));
      rescueFocus();
    } catch (error) {
      toast("error", sentenceOf(error));
    }
  }

  if (list.status !== "there") return <Answered on="part" asked={list} again={retry} />;
  const rows = list.rows.filter(({ _id }) => !gone.has(_id));
  if (rows.length === 0 && !list.next) return <p className="quiet">{say("block.list.empty")}</p>;
  return (
    <>
      <ul className="flex flex-col divide-y divide-base-300">
        {rows.map((whom) => (
          <li key={whom._id} className="flex items-center gap-3 py-2">
            <Avatar name={whom.name} photo={whom.photo} className="size-10 text-sm" />
            <span dir="auto" className="min-w-0 flex-1 font-semibold break-words">
              {whom.name}
            </span>
            <button
              type="button"
              aria-label={say("block.undo_of", { name: whom.name })}
              className="btn"
              onClick={() => void unblock(whom)}
            >
              {say("block.undo")}
            </button>
          </li>
        ))}
      </ul>
      <LoadMore list={list} onPress={loadMore} />
    </>
  );
}
