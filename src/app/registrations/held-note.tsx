import { localeNow, say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import type { Pending } from "./pending.ts";

/** The time until which spots are kept, by the reader's clock: '10:42 AM'. */
export const untilIn = ({ until }: Pending): string =>
  new Intl.DateTimeFormat(localeNow(), { timeStyle: "short" }).format(until);

/** Says what is kept for a person who has not confirmed yet, and until when. */
export const HeldNote = ({ pending, full }: { pending: Pending; full: boolean }) => (
  <p className="flex items-center gap-3 rounded-field bg-accent/10 px-4 py-3">
    <Icon name="hourglass" className="size-5 shrink-0 text-accent" />
    <span>
      {pending.spots > 0
        ? say("sheet.held", { count: pending.spots, until: untilIn(pending) })
        : say(full ? "sheet.waitlist" : "sheet.open")}
    </span>
  </p>
);
