import type { EventType } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

/** The icon of each event type, used wherever a type's name is shown. */
export const typeIcons = {
  cleanup: "waves-horizontal",
  plantation: "sprout",
  donation: "gift",
  education: "book-open",
  healthcare: "heart-pulse",
  food: "soup",
  awareness: "megaphone",
} as const satisfies Record<EventType, IconName>;

/** The event's type with its hue and icon; `small` is for cards. */
export function TypeBadge({ type, small = false }: { type: EventType; small?: boolean }) {
  const size = small ? "badge" : "inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold";
  return (
    <span data-hue={type} className={`hue ${size}`}>
      <Icon name={typeIcons[type]} className={small ? "" : "size-4"} />
      {say(`event_type.${type}`)}
    </span>
  );
}
