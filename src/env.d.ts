declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";
  const build: ServerBuild;
  export = build;
}

declare module "*.woff2?url" {
  const address: string;
  export default address;
}

declare module "virtual:icons" {
  /** The address of the file with our icons as symbols, by name. */
  const address: string;
  export default address;
}
