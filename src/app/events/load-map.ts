import { say } from "#messages/site.ts";

import { toast } from "../ui/toast.tsx";

/** Loads a part that shows a map, with the style of maps; null where that fails, which is said. */
export const loadMap = <Part>(load: () => Promise<{ default: Part }>): Promise<Part | null> =>
  Promise.all([load(), import("./map-canvas.ts").then(({ loadMapStyle }) => loadMapStyle())]).then(
    ([loaded]) => loaded.default,
    () => {
      toast("error", say("network.failed"));
      return null;
    },
  );
