import { say } from "#messages/say.ts";

import { theAuth } from "../session/identity.ts";
import { leaves } from "../session/leaving.ts";
import { Icon } from "../ui/icon.tsx";
import { notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.tsx";

/** Logout, as the last row of a menu: specification 2 'Shared layout'. `menu` is the id of the menu, which closes. */
export function LogOut({ menu }: { menu: string }) {
  return (
    <ul className="border-t border-base-300 p-2">
      <li>
        <button
          type="button"
          popoverTarget={menu}
          popoverTargetAction="hide"
          className="flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-field px-3 font-medium text-error hover:bg-base-200"
          onClick={() => void logOut()}
        >
          <Icon name="log-out" className="size-4" />
          {say("nav.logout")}
        </button>
      </li>
    </ul>
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
