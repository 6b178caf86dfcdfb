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
  /** The address of the file that holds our icons as symbols, each under its name. */
  const address: string;
  export default address;
}
