import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/app",
  ssr: true,
  // Every route is known, so the document contains the whole manifest: no round trips to /__manifest.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
