import { useCallback } from "react";

import { say } from "#messages/say.ts";

import type { Route } from "./+types/host-log";
import { LogEntries } from "../hosting/log-entries.tsx";
import { pageMeta } from "../page-meta.ts";
import { askPage } from "../session/ask.ts";
import { OwnList } from "../session/own-list.tsx";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/host/log", title: say("host.log.title"), forMembers: true });

/** The hosts' past actions, the latest first. */
export default function HostLog() {
  const { list, retry, loadMore } = useList(
    useCallback(
      (cursor?: string) => askPage((api) => api.host.log.$get({ query: { limit: "20", ...(cursor && { cursor }) } })),
      [],
    ),
  );
  return (
    <OwnList
      title={say("host.log.title")}
      count={(count) => say("host.log.count", { count })}
      list={list}
      retry={retry}
      loadMore={loadMore}
      empty={<EmptyState title={say("host.log.empty")} text={say("host.log.empty.text")} />}
    >
      {(rows) => <LogEntries entries={rows} withMember />}
    </OwnList>
  );
}
