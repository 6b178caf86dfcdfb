import { BookOpen, Gift, HeartPulse, Megaphone, Soup, Sprout, Waves } from "lucide-react";

import type { EventType } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

const icons = {
  cleanup: Waves,
  plantation: Sprout,
  donation: Gift,
  education: BookOpen,
  healthcare: HeartPulse,
  food: Soup,
  awareness: Megaphone,
} as const satisfies Record<EventType, unknown>;

/** What kind of event it is, in its own hue, with its icon. */
export function KindBadge({ kind }: { kind: EventType }) {
  const Icon = icons[kind];
  return (
    <span
      data-kind={kind}
      className="kind inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold"
    >
      <Icon aria-hidden className="size-4" />
      {say(`kind.${kind}`)}
    </span>
  );
}
