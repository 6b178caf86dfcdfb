import { type ComponentType, useState } from "react";

import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import type { EventsMapProps } from "./events-map.tsx";
import { loadMap } from "./load-map.ts";

/** The map component while it is open in this visit: readers who come back to the list find it open. */
let opened: ComponentType<EventsMapProps> | null = null;

/** The map beside the list, or in its place on a phone; it loads when first opened. */
export function useListMap() {
  const [Map, setMap] = useState(() => opened);

  async function show(asMap: boolean) {
    opened = asMap ? (Map ?? (await loadMap(() => import("./events-map.tsx")))) : null;
    setMap(() => opened);
  }

  return { Map, show };
}

type MapSwitchProps = { isMap: boolean; show: (asMap: boolean) => Promise<void> };

/** Shows the map in place of the list, or the list again. */
export function MapSwitch({ isMap, show }: MapSwitchProps) {
  const other = isMap ? "list" : "map";
  return (
    <button type="button" className="map-switch noscript:hidden" onClick={() => void show(!isMap)}>
      <Icon name={other} className="size-4.5" />
      <span>{say(`upcoming.${other}`)}</span>
    </button>
  );
}
