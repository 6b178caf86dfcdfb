import fs, { appendFileSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded by `--import` before a program, in each of its threads: appends a byte to the file in SYNCS for each file that is written to
// the disk. After as many as SYNCS_MAX, the disk takes no more.
const { SYNCS = "", SYNCS_MAX = "Infinity" } = process.env;
const { fdatasyncSync } = fs;
fs.fdatasyncSync = (file) => {
  if (statSync(SYNCS).size >= Number(SYNCS_MAX)) throw new Error("EIO: i/o error, fdatasync");
  fdatasyncSync(file);
  appendFileSync(SYNCS, ".");
};
syncBuiltinESMExports();
