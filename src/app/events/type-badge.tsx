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

/** The event's type with its hue and icon. */
export const TypeBadge = ({ type }: { type: EventType }) => (
  <span data-hue={type} className="badge hue">
    <Icon name={typeIcons[type]} />
    {say(`event_type.${type}`)}
  </span>
);
