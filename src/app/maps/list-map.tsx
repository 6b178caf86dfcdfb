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

/** The list or the map: two views of the events, with the chosen one marked. */
export function MapSwitch({ isMap, show }: MapSwitchProps) {
  return (
    <div role="group" aria-label={say("upcoming.view")} className="views flex shrink-0 rounded-field noscript:hidden">
      {(["list", "map"] as const).map((view) => (
        <button
          key={view}
          type="button"
          aria-label={say(`upcoming.${view}`)}
          aria-pressed={isMap === (view === "map")}
          className="flex cursor-pointer items-center justify-center gap-1.5 font-medium"
          onClick={() => void show(view === "map")}
        >
          <Icon name={view} className="size-4.5" />
          <span>{say(`upcoming.${view}`)}</span>
        </button>
      ))}
    </div>
  );
}
