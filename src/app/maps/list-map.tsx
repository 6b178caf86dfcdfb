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
    <button
      type="button"
      // On a phone it is round and stands beside the title, drawn smaller than its touch target.
      className="isolate flex h-11 cursor-pointer items-center justify-center gap-2 font-semibold before:absolute before:inset-0 before:-z-1 before:rounded-field before:border before:border-(--edge) before:bg-base-100 hover:before:bg-secondary max-sm:absolute max-sm:end-0 max-sm:top-0 max-sm:w-11 max-sm:rounded-full max-sm:before:inset-0.5 max-sm:before:rounded-full sm:relative sm:rounded-field sm:px-4 noscript:hidden"
      onClick={() => void show(!isMap)}
    >
      <Icon name={other} className="size-4.5" />
      <span className="max-sm:sr-only">{say(`upcoming.${other}`)}</span>
    </button>
  );
}
