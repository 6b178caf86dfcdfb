import { say } from "#messages/say.ts";

import { theAuth } from "../session/identity.ts";
import { leaves } from "../session/leaving.ts";
import { Icon } from "../ui/icon.tsx";
import { notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.tsx";
import { menuRow } from "./nav-links.tsx";

/** Logout, as the last row of a menu: specification 2 'Shared layout'. `menu` is the id of the menu, which closes. */
export function LogOut({ menu }: { menu: string }) {
  return (
    <li>
      <button
        type="button"
        popoverTarget={menu}
        popoverTargetAction="hide"
        className={`${menuRow} text-error`}
        onClick={() => void logOut()}
      >
        <Icon name="log-out" className="size-4.5" />
        {say("nav.logout")}
      </button>
    </li>
  );
}

async function logOut() {
  try {
    await leaves(() => theAuth().logOut());
    notice({ title: say("logout.done") });
  } catch {
    toast("error", say("logout.failed"));
  }
}
