import { useState } from "react";

import type { WholeMember } from "#domain/hosting/shapes.ts";
import { say } from "#messages/hosting.ts";

import { ask } from "../session/ask.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

type Deed = "suspend" | "lift" | "delete";
/** What takes something away looks like a warning. */
const looks = {
  suspend: "btn-outline text-accent",
  lift: "btn-secondary",
  delete: "btn-outline text-error",
} as const satisfies Record<Deed, string>;

type MemberDeedsProps = { member: WholeMember; onChanged: () => void };

/** What a host can do about a member, each with a reason; nothing about another host. */
export function MemberDeeds({ member, onChanged }: MemberDeedsProps) {
  const [asking, setAsking] = useState<Deed | null>(null);
  if (member.isHost) return <p className="font-semibold">{say("host.member.host")}</p>;
  const { _id: id, name, email, suspendedAt } = member;
  const deeds: Deed[] = [suspendedAt ? "lift" : "suspend", "delete"];
  const words = { name: name || email };
  return (
    <>
      <div className="host-deeds">
        {deeds.map((deed) => (
          <button key={deed} type="button" className={`btn ${looks[deed]}`} onClick={() => setAsking(deed)}>
            {say(`host.member.${deed}`)}
          </button>
        ))}
      </div>
      {asking && (
        <ReasonDialog
          title={say(`host.member.${asking}.title`, words)}
          text={say(`host.member.${asking}.text`)}
          submit={say(`host.member.${asking}`)}
          done={say(`host.member.${asking}.done`, words)}
          danger={asking !== "lift"}
          name={`host.member.${asking}.${id}`}
          act={(reason) => ask((api) => api.host.members[":id"][asking].$post({ param: { id }, json: { reason } }))}
          onDone={onChanged}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
