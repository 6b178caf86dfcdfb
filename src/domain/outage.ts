/**
 * The kinds of failure that are not bugs and may pass: with `unavailable` the database is unreachable, stopping or too
 * slow; with `cannot_save` it answers but has no room for more.
 */
export type Outage = "unavailable" | "cannot_save";

/**
 * The SQLSTATEs of an outage, most specific first: whole classes, and single codes. Everything else is a bug. That
 * includes class XX: damaged data do not repair themselves, so readers are not asked to try again, and the log has the
 * whole error.
 */
const bySqlState: readonly (readonly [prefix: string, Outage])[] = [
  // Exceeding `max_connections` is not a lack of disk space.
  ["53300", "unavailable"],
  // The disk or memory is full, or a limit of either is reached.
  ["53", "cannot_save"],
  // A standby, or a provider that blocks writes to a nearly full disk.
  ["25006", "cannot_save"],
  // The connection is lost, was refused, or violates the protocol.
  ["08", "unavailable"],
  // PostgreSQL is stopping or starting, or was told to end this statement.
  ["57", "unavailable"],
  // The system around PostgreSQL fails: its files, its disk.
  ["58", "unavailable"],
  // A row is locked for too long, or a transaction of ours was open for too long.
  ["55P03", "unavailable"],
  ["25P03", "unavailable"],
  ["25P04", "unavailable"],
];

/** Errors of open sockets and of name lookups. */
const ofSockets =
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET ENONET ENOTCONN ESHUTDOWN EADDRNOTAVAIL EPROTO " +
  "ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME EAI_MEMORY EAI_SYSTEM ERR_STREAM_DESTROYED ERR_SOCKET_CLOSED";

/**
 * Errors that mean an outage only for a connection attempt: the Unix socket of a stopped server is a missing file. From
 * other calls they are bugs.
 */
const ofConnecting =
  "ENOENT ENOTDIR ENOTSOCK EACCES EPERM EAGAIN EMFILE ENFILE ENOBUFS ENOMEM EINVAL EADDRINUSE EPROTOTYPE";

/** Errors of our own files when the disk is full or read-only. */
const ofFullDisks = "ENOSPC EDQUOT EROFS";

const byErrno = new Map<string, Outage>([
  ...ofSockets.split(" ").map((code) => [code, "unavailable"] as const),
  ...ofFullDisks.split(" ").map((code) => [code, "cannot_save"] as const),
]);
const whereConnecting = new Set(ofConnecting.split(" "));
const connecting = new Set(["connect", "getaddrinfo"]);

/** The messages of errors without a code: pg's, and those of our own connections. */
const withoutCode =
  /connection terminated|exceeded when trying to connect|^no connection within|^query read timeout|database has stopped|not queryable/i;

/** Returns the outage behind an error; null for a bug. */
export function outageIn(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return (
    (typeof code === "string" && outageOf(code, syscall)) || (withoutCode.test(error.message) ? "unavailable" : null)
  );
}

function outageOf(code: string, syscall: string | undefined): Outage | null {
  if (/^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) {
    return bySqlState.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
  }
  if (whereConnecting.has(code) && connecting.has(syscall ?? "")) return "unavailable";
  return byErrno.get(code) ?? null;
}
