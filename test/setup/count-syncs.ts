import fs, { appendFileSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded with `--import` before a program, in each of its threads: appends a byte to the file in SYNCS for each file
// synced to the disk. After SYNCS_MAX syncs, the disk fails.
const { SYNCS = "", SYNCS_MAX = "Infinity" } = process.env;
const { fdatasyncSync } = fs;
fs.fdatasyncSync = (file) => {
  if (statSync(SYNCS).size >= Number(SYNCS_MAX)) throw new Error("EIO: i/o error, fdatasync");
  fdatasyncSync(file);
  appendFileSync(SYNCS, ".");
};
syncBuiltinESMExports();
