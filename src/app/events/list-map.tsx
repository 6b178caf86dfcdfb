import { type ComponentType, useState } from "react";

import { say } from "#messages/events.ts";

import { Icon } from "../ui/icon.tsx";
import type { EventsMapProps } from "./events-map.tsx";
import { loadMap } from "./load-map.ts";

/** The map, as long as it is open in this visit: whoever comes back to the list finds it as it was. */
let opened: ComponentType<EventsMapProps> | null = null;

/** The map beside the list, or in its place on a phone; it is loaded when it is opened first. */
export function useListMap() {
  const [Opened, setOpened] = useState(() => opened);

  async function turn() {
    opened = Opened ? null : await loadMap(() => import("./events-map.tsx"));
    setOpened(() => opened);
  }

  return { Map: Opened, turn: () => void turn() };
}

/** Opens and closes the map. */
export const MapButton = ({ isOpen, turn }: { isOpen: boolean; turn: () => void }) => (
  <button
    type="button"
    aria-pressed={isOpen}
    aria-label={say("upcoming.map")}
    className="square noscript:hidden"
    onClick={turn}
  >
    <Icon name={isOpen ? "list" : "map"} className="" />
    <span>{say("upcoming.map")}</span>
  </button>
);
