import { say } from "#messages/say.ts";

import { toast } from "../ui/toast.tsx";

/** A module that shows a map and loads the style of maps. */
type MapPart<Part> = { default: Part; loadMapStyle: () => Promise<void> };

/** Loads a map's module and the style; on failure it says so and returns null. */
export async function loadMap<Part>(load: () => Promise<MapPart<Part>>): Promise<Part | null> {
  try {
    const part = await load();
    await part.loadMapStyle();
    return part.default;
  } catch {
    toast("error", say("network.failed"));
    return null;
  }
}
