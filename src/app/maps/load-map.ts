import { say } from "#messages/site.ts";

import { toast } from "../ui/toast.tsx";

/** A part that shows a map, which brings the style of maps. */
type MapPart<Part> = { default: Part; loadMapStyle: () => Promise<void> };

/** Loads a part that shows a map, and its style; null where that fails, which is said. */
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
