import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

/** The folder of our drawings, below the project's own, both from source and from the build. */
export const scenes = join(dirname(findPackageJSON(import.meta.url) ?? ""), "public/scenes");
