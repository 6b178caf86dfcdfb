import { useCallback, useState } from "react";

import type { FoundMember } from "#domain/hosting/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/host-members";
import { Link } from "../addresses.ts";
import { dayOf } from "../hosting/moment.ts";
import { pageMeta } from "../page-meta.ts";
import { askPage } from "../session/ask.ts";
import { OwnList } from "../session/own-list.tsx";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { useSettled } from "../ui/use-settled.ts";

const pageSize = "20";
/** The number at which the server stops counting. */
const countMax = 1000;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/host/members", title: say("host.members.title"), forMembers: true });

/** Members, found by name or address; the newest first. */
export default function HostMembers() {
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const { list, retry, loadMore } = useList(
    useCallback(
      (cursor?: string) =>
        askPage((api) => api.host.members.$get({ query: { search, limit: pageSize, ...(cursor && { cursor }) } })),
      [search],
    ),
  );
  return (
    <OwnList
      title={say("host.members.title")}
      count={(count) => (count >= countMax ? say("host.members.more") : say("host.members.count", { count }))}
      list={list}
      retry={retry}
      loadMore={loadMore}
      action={
        <div className="w-full flex-none sm:w-80">
          <SearchField
            label={say("host.members.search")}
            placeholder={say("host.members.placeholder")}
            value={typed}
            onChange={setTyped}
          />
        </div>
      }
      empty={<EmptyState title={say("host.members.none")} text={say("host.members.none.text")} />}
    >
      {(rows) => (
        <ul className="sheet divide-y divide-base-300">
          {rows.map((member) => (
            <li key={member._id}>
              <MemberRow member={member} />
            </li>
          ))}
        </ul>
      )}
    </OwnList>
  );
}

function MemberRow({ member }: { member: FoundMember }) {
  const { _id, name, email, emailVerified, since, suspendedAt } = member;
  return (
    <Link to={`/host/members/${_id}`} className="member-row">
      <b dir="auto" className="wrap-anywhere">
        {name || email}
      </b>
      <span className="wrap-anywhere">{email}</span>
      <span className="quiet text-sm">{say("host.members.since", { date: dayOf(since) })}</span>
      <span className={`text-sm ${suspendedAt ? "font-semibold text-error" : "quiet"}`}>
        {suspendedAt ? say("host.members.suspended") : !emailVerified && say("host.members.unconfirmed")}
      </span>
      <Icon name="chevron-down" className="size-5 -rotate-90" />
    </Link>
  );
}
