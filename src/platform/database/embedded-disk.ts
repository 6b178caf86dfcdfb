import { closeSync, fdatasyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Options = Parameters<NodeFS["init"]>[1];
/** The parts of Emscripten's layer over the file system of Node that we use. PGlite hands it to whatever runs before the database does. */
type NodeLayer = {
  stream_ops: { fsync?: (stream: { nfd: number; node: unknown }) => number };
  realPath: (node: unknown) => string;
};

/**
 * The folder of a PGlite whose commits are on the disk. Emscripten's layer has no `fsync`: PostgreSQL calls it with each commit, for files
 * and folders, and is told that all went well while the kernel still holds the pages.
 */
export class SyncedFiles extends NodeFS {
  private readonly onFailure: (error: unknown) => never;

  /** @param onFailure ends the database when the disk takes no more: PostgreSQL must not go on after that, and hangs if it does */
  constructor(folder: string, onFailure: (error: unknown) => never) {
    super(folder);
    this.onFailure = onFailure;
  }

  override async init(pglite: PGlite, options: Options) {
    const addSync = ({ NODEFS }: { NODEFS: NodeLayer }) => {
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        this.sync(NODEFS.realPath(node), nfd);
        return 0;
      };
    };
    return super.init(pglite, { ...options, preRun: [...(options.preRun ?? []), addSync] });
  }

  /** Writes to the disk what the kernel still holds of an open file or folder. */
  protected sync(_path: string, file: number): void {
    try {
      fdatasyncSync(file);
    } catch (error) {
      this.onFailure(error);
    }
  }
}

/** The arguments that PostgreSQL needs, beside those files, to wait for the disk; PGlite starts it with -F, which is fsync=off. */
export const syncedParams = [
  ...PGlite.defaultStartParams.filter((word) => word !== "-F"),
  "-c",
  "fsync=on",
  // PostgreSQL's other ways to sync its log do not get as far as Emscripten's layer.
  "-c",
  "wal_sync_method=fsync",
];

/** Writes all files below a folder to the disk, and their names: of a new database, and of one that ran with DURABLE=off before. */
export function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncAll(path);
    else if (entry.isFile()) sync(path);
  }
  syncNames(folder);
}

/** Writes the names in a folder. Windows opens no folders, and writes names by itself. */
function syncNames(folder: string): void {
  if (process.platform !== "win32") sync(folder);
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}
