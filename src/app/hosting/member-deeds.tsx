import { useState } from "react";

import type { WholeMember } from "#domain/hosting/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { Icon } from "../ui/icon.tsx";
import { fromMenu, MoreMenu } from "../ui/more-menu.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

type Deed = "suspend" | "lift" | "delete";
type MemberDeedsProps = { member: WholeMember; onChanged: () => void };

/** A host's possible actions on a member, each with a reason; none on another host. */
export function MemberDeeds({ member, onChanged }: MemberDeedsProps) {
  const [asking, setAsking] = useState<Deed | null>(null);
  if (member.isHost) return <p className="font-semibold">{say("host.member.host")}</p>;
  const { _id: id, name, email, suspendedAt } = member;
  const first: Deed = suspendedAt ? "lift" : "suspend";
  const words = { name: name || email };
  return (
    <>
      <div className="host-deeds">
        <button type="button" className="btn" onClick={() => setAsking(first)}>
          {say(`host.member.${first}`)}
        </button>
        <MoreMenu id="more" label={say("host.member.more", words)}>
          <button type="button" className="text-error" onClick={fromMenu(() => setAsking("delete"))}>
            <Icon name="trash" className="size-5" />
            {say("host.member.delete")}
          </button>
        </MoreMenu>
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
