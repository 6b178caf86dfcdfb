import { say } from "#messages/say.ts";

import { CopyButton } from "../ui/copy-button.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { toast } from "../ui/toast.tsx";

/** A new link for one person, which is shown only now: to copy, or to scan from this screen. */
export const LinkMade = ({ url, until }: { url: string; until: string }) => (
  <div className="team-link">
    <p role="status">{say("team.link.made", { date: until })}</p>
    <QrCode text={url} label={say("team.link.qr")} className="qr" />
    <CopyButton
      text={() => url}
      done={say("team.link.copied")}
      onRefused={(text) => toast("error", say("team.link.not_copied", { url: text }))}
    >
      {say("team.link.copy")}
    </CopyButton>
  </div>
);
