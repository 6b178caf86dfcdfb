import { type ComponentType, useState } from "react";

import { say } from "#messages/events.ts";

import { Icon } from "../ui/icon.tsx";
import type { EventsMapProps } from "./events-map.tsx";
import { loadMap } from "./load-map.ts";

/** The map, as long as it is open in this visit: people who come back to the list find it as it was. */
let opened: ComponentType<EventsMapProps> | null = null;

/**
 * The map beside the list, or in its place on a phone; it is loaded when it is opened first.
 * @returns also how many events it shows, null before that is known
 */
export function useListMap() {
  const [Opened, setOpened] = useState(() => opened);
  const [onMap, setOnMap] = useState<number | null>(null);

  async function turn() {
    opened = Opened ? null : await loadMap(() => import("./events-map.tsx"));
    setOpened(() => opened);
    setOnMap(null);
  }

  return { Map: Opened, turn: () => void turn(), onMap, setOnMap };
}

/** Opens the map, and leads back to the list. */
export function MapButton({ isOpen, turn }: { isOpen: boolean; turn: () => void }) {
  const label = say(isOpen ? "upcoming.list" : "upcoming.map");
  return (
    <button type="button" aria-label={label} className="square noscript:hidden" onClick={turn}>
      <Icon name={isOpen ? "list" : "map"} className="" />
      <span>{label}</span>
    </button>
  );
}
