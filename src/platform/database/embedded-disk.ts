import { closeSync, fdatasyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Options = Parameters<NodeFS["init"]>[1];
/**
 * The parts of Emscripten's file system layer for Node that we use. PGlite passes it to code that runs before the
 * database.
 */
type NodeLayer = {
  stream_ops: { fsync?: (stream: { nfd: number; node: unknown }) => number };
  realPath: (node: unknown) => string;
};

/**
 * The folder of a PGlite whose commits reach the disk. Emscripten's layer has no `fsync`: PostgreSQL calls it with each
 * commit, for files and folders, and gets a success while the data are only in the kernel's cache.
 */
export class SyncedFiles extends NodeFS {
  private readonly onFailure: (error: unknown) => never;

  /** @param onFailure ends the database when the disk fails: PostgreSQL must not go on after that, and would hang */
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

  /** Flushes the kernel's cache of an open file or folder to the disk. */
  protected sync(_path: string, file: number): void {
    try {
      fdatasyncSync(file);
    } catch (error) {
      this.onFailure(error);
    }
  }
}

/** The additional arguments that make PostgreSQL wait for the disk; PGlite starts it with -F, which means fsync=off. */
export const syncedParams = [
  ...PGlite.defaultStartParams.filter((word) => word !== "-F"),
  "-c",
  "fsync=on",
  // PostgreSQL's other sync methods do not reach Emscripten's layer.
  "-c",
  "wal_sync_method=fsync",
];

/**
 * Flushes all files below a folder, and their names, to the disk: for a new database, and for one that ran with
 * DURABLE=off before.
 */
export function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncAll(path);
    else if (entry.isFile()) sync(path);
  }
  syncNames(folder);
}

/** Flushes the names in a folder. Windows cannot open folders, and writes names by itself. */
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
