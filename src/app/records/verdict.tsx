import type { Verification } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";
import { dayIn } from "../ui/whole.ts";
import { momentIn } from "./entry-words.ts";

const icons: Record<Verification["status"], IconName> = {
  valid: "shield-check",
  revoked: "shield-x",
  broken: "triangle-exclamation-point",
};

type VerdictProps = { of: Verification | null; checkedAt: string };

/** The result of checking a record, first on the page; null for an unknown number. */
export function Verdict({ of, checkedAt }: VerdictProps) {
  const verdict = of?.status ?? "broken";
  return (
    <>
      <div className="verify-verdict" data-verdict={verdict}>
        <Icon name={of ? icons[of.status] : "circle-question-mark"} className="size-9" />
        <div>
          <h2>{of ? say(`verify.${of.status}`) : say("verify.unknown")}</h2>
          <p>{textOf({ of, checkedAt })}</p>
        </div>
      </div>
      {verdict === "revoked" && (
        <div className="sheet verify-part">
          <p>{say("verify.revoked.text")}</p>
          <p>
            <strong>{say("verify.revoked.blame")}</strong> {say("verify.revoked.why")}
          </p>
        </div>
      )}
    </>
  );
}

function textOf({ of, checkedAt }: VerdictProps): string {
  if (!of) return say("verify.unknown.text");
  if (of.status === "revoked") return say("verify.revoked.since", { date: dayIn(of.revokedAt ?? of.madeAt, "UTC") });
  return of.status === "valid" ? say("verify.valid.text", { moment: momentIn(checkedAt) }) : say("verify.broken.text");
}
