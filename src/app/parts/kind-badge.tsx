import type { EventType } from "#domain/events/rules.ts";
import { say } from "#messages/frame.ts";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

const icons = {
  cleanup: "waves-horizontal",
  plantation: "sprout",
  donation: "gift",
  education: "book-open",
  healthcare: "heart-pulse",
  food: "soup",
  awareness: "megaphone",
} as const satisfies Record<EventType, IconName>;

/** What kind of event it is, in its own hue, with its icon. */
export function KindBadge({ kind }: { kind: EventType }) {
  return (
    <span
      data-kind={kind}
      className="kind inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold"
    >
      <Icon name={icons[kind]} className="size-4" />
      {say(`kind.${kind}`)}
    </span>
  );
}
