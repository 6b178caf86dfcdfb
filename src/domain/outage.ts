/**
 * The kinds of failure that are nobody's mistake and may pass: `unavailable` is a database that is out of reach, stops or takes too long;
 * `cannot_save` is one that answers and has no room for more.
 */
export type Outage = "unavailable" | "cannot_save";

/**
 * The SQLSTATEs of an outage, the most exact first: whole classes, and single codes. Everything else is a bug, also class XX: data that are
 * damaged do not mend themselves, so nobody is asked to try again, and the log has the whole error.
 */
const bySqlState: readonly (readonly [prefix: string, Outage])[] = [
  // More clients than `max_connections` lack no room on a disk.
  ["53300", "unavailable"],
  // The disk is full, memory is, or a limit on either is reached.
  ["53", "cannot_save"],
  // A standby, or a provider that lets nobody write to a disk that is nearly full.
  ["25006", "cannot_save"],
  // The connection is lost, was refused, or says what nobody understands.
  ["08", "unavailable"],
  // PostgreSQL stops, starts, or was told to end this statement.
  ["57", "unavailable"],
  // The system around PostgreSQL fails: its files, its disk.
  ["58", "unavailable"],
  // Somebody holds the row for too long, or we held a transaction open for too long.
  ["55P03", "unavailable"],
  ["25P03", "unavailable"],
  ["25P04", "unavailable"],
];

/** The errors of a socket that is open, and of looking for a name. */
const ofSockets =
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET ENONET ENOTCONN ESHUTDOWN EADDRNOTAVAIL EPROTO " +
  "ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME EAI_MEMORY EAI_SYSTEM ERR_STREAM_DESTROYED ERR_SOCKET_CLOSED";

/**
 * The errors that are an outage only where something connects: a Unix socket whose server has stopped is a file that is not there. Of any other
 * call they are bugs.
 */
const ofConnecting =
  "ENOENT ENOTDIR ENOTSOCK EACCES EPERM EAGAIN EMFILE ENFILE ENOBUFS ENOMEM EINVAL EADDRINUSE EPROTOTYPE";

/** The errors of our own files that a full disk causes, or one that the system no longer writes to. */
const ofFullDisks = "ENOSPC EDQUOT EROFS";

const byErrno = new Map<string, Outage>([
  ...ofSockets.split(" ").map((code) => [code, "unavailable"] as const),
  ...ofFullDisks.split(" ").map((code) => [code, "cannot_save"] as const),
]);
const whereConnecting = new Set(ofConnecting.split(" "));
const connecting = new Set(["connect", "getaddrinfo"]);

/** The messages of errors that have no code: pg's, and those of our own connections. */
const withoutCode =
  /connection terminated|exceeded when trying to connect|^no connection within|^query read timeout|database has stopped|not queryable/i;

/** The outage that an error tells of; null for a bug. */
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
