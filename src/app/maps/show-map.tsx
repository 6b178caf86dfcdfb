import { type ComponentType, useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";
import { loadMap } from "./load-map.ts";
import type { SpotMapProps } from "./spot-map.tsx";

/**
 * A button that shows a map of the event's location. The map and its tiles, from another server, load only on the
 * press; the text beside it says so beforehand.
 */
export function ShowMap({ event: { point, isExact, eventType } }: { event: Event }) {
  const [Loaded, setLoaded] = useState<ComponentType<SpotMapProps> | null>(null);
  const { tiles = "" } = useSiteSettings()?.map ?? {};

  async function show() {
    const loaded = await loadMap(() => import("./spot-map.tsx"));
    setLoaded(() => loaded);
  }

  if (!point) return null;
  return (
    <section aria-labelledby="where" className="noscript:hidden print:hidden">
      <h2 id="where" className="text-part">
        {say("event.page.where")}
      </h2>
      {Loaded ? (
        <Loaded point={point} isExact={isExact} type={eventType} />
      ) : (
        <>
          <button type="button" className="btn mt-3" onClick={() => void show()}>
            <Icon name="map" />
            {say("event.page.map")}
          </button>
          <p className="quiet mt-1 text-sm">{say("event.page.map.from", { host: URL.parse(tiles)?.host ?? "" })}</p>
        </>
      )}
    </section>
  );
}
