import { describe, expect, it } from "vitest";
import { Failure, refusalIn } from "./failure.ts";
import { type Outage, outageIn } from "./outage.ts";

const failing = (code: string, syscall?: string) =>
  Object.assign(new Error(`failed with ${code}`), { code, ...(syscall !== undefined && { syscall }) });

/** Every SQLSTATE of PostgreSQL 18 in the classes about the database itself, and related codes of other classes. */
const sqlStates: Record<string, Outage | null> = {
  "08000": "unavailable", // connection_exception
  "08001": "unavailable", // sqlclient_unable_to_establish_sqlconnection
  "08003": "unavailable", // connection_does_not_exist
  "08004": "unavailable", // sqlserver_rejected_establishment_of_sqlconnection
  "08006": "unavailable", // connection_failure
  "08007": "unavailable", // transaction_resolution_unknown
  "08P01": "unavailable", // protocol_violation, and any fault of a pooler
  "25006": "cannot_save", // read_only_sql_transaction
  "25P03": "unavailable", // idle_in_transaction_session_timeout
  "25P04": "unavailable", // transaction_timeout
  "53000": "cannot_save", // insufficient_resources
  "53100": "cannot_save", // disk_full
  "53200": "cannot_save", // out_of_memory
  "53300": "unavailable", // too_many_connections
  "53400": "cannot_save", // configuration_limit_exceeded
  "55P03": "unavailable", // lock_not_available
  "57000": "unavailable", // operator_intervention
  "57014": "unavailable", // query_canceled
  "57P01": "unavailable", // admin_shutdown
  "57P02": "unavailable", // crash_shutdown
  "57P03": "unavailable", // cannot_connect_now
  "57P04": "unavailable", // database_dropped
  "57P05": "unavailable", // idle_session_timeout
  "58000": "unavailable", // system_error
  "58030": "unavailable", // io_error
  "58P01": "unavailable", // undefined_file
  "58P02": "unavailable", // duplicate_file
  "58P03": "unavailable", // file_name_too_long
  XX000: null, // internal_error
  XX001: null, // data_corrupted
  XX002: null, // index_corrupted
  "22001": null, // string_data_right_truncation
  "23505": null, // unique_violation
  "25P02": null, // in_failed_sql_transaction
  "28P01": null, // invalid_password
  "40P01": null, // deadlock_detected
  "42501": null, // insufficient_privilege
  "42P01": null, // undefined_table
  "55006": null, // object_in_use
};

/** The errors of sockets, when they come from connecting, reading or looking up a name, and opening a file. */
const errnos: Record<string, [connect: Outage | null, read: Outage | null, open: Outage | null]> = {
  EACCES: ["unavailable", null, null],
  EADDRINUSE: ["unavailable", null, null],
  EADDRNOTAVAIL: ["unavailable", "unavailable", "unavailable"],
  EAGAIN: ["unavailable", null, null],
  EAI_AGAIN: ["unavailable", "unavailable", "unavailable"],
  EAI_FAIL: ["unavailable", "unavailable", "unavailable"],
  EAI_MEMORY: ["unavailable", "unavailable", "unavailable"],
  EAI_NODATA: ["unavailable", "unavailable", "unavailable"],
  EAI_NONAME: ["unavailable", "unavailable", "unavailable"],
  EAI_SYSTEM: ["unavailable", "unavailable", "unavailable"],
  ECONNABORTED: ["unavailable", "unavailable", "unavailable"],
  ECONNREFUSED: ["unavailable", "unavailable", "unavailable"],
  ECONNRESET: ["unavailable", "unavailable", "unavailable"],
  EDQUOT: ["cannot_save", "cannot_save", "cannot_save"],
  EHOSTDOWN: ["unavailable", "unavailable", "unavailable"],
  EHOSTUNREACH: ["unavailable", "unavailable", "unavailable"],
  EINVAL: ["unavailable", null, null],
  EMFILE: ["unavailable", null, null],
  ENETDOWN: ["unavailable", "unavailable", "unavailable"],
  ENETRESET: ["unavailable", "unavailable", "unavailable"],
  ENETUNREACH: ["unavailable", "unavailable", "unavailable"],
  ENFILE: ["unavailable", null, null],
  ENOBUFS: ["unavailable", null, null],
  ENOENT: ["unavailable", null, null],
  ENOMEM: ["unavailable", null, null],
  ENONET: ["unavailable", "unavailable", "unavailable"],
  ENOSPC: ["cannot_save", "cannot_save", "cannot_save"],
  ENOTCONN: ["unavailable", "unavailable", "unavailable"],
  ENOTDIR: ["unavailable", null, null],
  ENOTFOUND: ["unavailable", "unavailable", "unavailable"],
  ENOTSOCK: ["unavailable", null, null],
  EPERM: ["unavailable", null, null],
  EPIPE: ["unavailable", "unavailable", "unavailable"],
  EPROTO: ["unavailable", "unavailable", "unavailable"],
  EPROTOTYPE: ["unavailable", null, null],
  EROFS: ["cannot_save", "cannot_save", "cannot_save"],
  ERR_SOCKET_CLOSED: ["unavailable", "unavailable", "unavailable"],
  ERR_STREAM_DESTROYED: ["unavailable", "unavailable", "unavailable"],
  ESHUTDOWN: ["unavailable", "unavailable", "unavailable"],
  ETIMEDOUT: ["unavailable", "unavailable", "unavailable"],
  EISDIR: [null, null, null],
  ERR_INVALID_ARG_TYPE: [null, null, null],
  ESOCKET: [null, null, null],
};

describe("outageIn", () => {
  it.each(Object.entries(sqlStates))("maps SQLSTATE %s to %s", (code, outage) => {
    expect(outageIn(failing(code))).toBe(outage);
  });

  it.each(Object.entries(errnos))("maps %s at connect, read and open to %j", (code, outages) => {
    expect(["connect", "read", "open"].map((syscall) => outageIn(failing(code, syscall)))).toEqual(outages);
  });

  it("distinguishes the socket of a stopped PostgreSQL from a missing file", () => {
    const socket = { errno: -2, code: "ENOENT", syscall: "connect", address: "/var/run/postgresql/.s.PGSQL.5432" };
    expect(outageIn(Object.assign(new Error("connect ENOENT"), socket))).toBe("unavailable");
    expect(outageIn(failing("ENOENT", "open"))).toBeNull();
    expect(outageIn(failing("ENOENT"))).toBeNull();
  });

  it.each([
    ["Connection terminated unexpectedly", "unavailable"],
    ["timeout exceeded when trying to connect", "unavailable"],
    ["No connection within 10000 ms.", "unavailable"],
    ["Query read timeout", "unavailable"],
    ["The embedded database has stopped (code 1)", "unavailable"],
    ["Client has encountered a connection error and is not queryable", "unavailable"],
    ["Client was closed and is not queryable", "unavailable"],
    ["Cannot read properties of undefined (reading 'id')", null],
  ] as const)("maps an error without a code, '%s', to %s", (message, outage) => {
    expect(outageIn(new Error(message))).toBe(outage);
  });

  it("treats a thrown non-error, or an error with a non-text code, as a bug", () => {
    for (const thrown of ["ECONNREFUSED", null, undefined, Object.assign(new Error("no"), { code: 53_100 })]) {
      expect(outageIn(thrown)).toBeNull();
    }
  });
});

describe("refusalIn", () => {
  it("tells when to retry: soon for an unreachable database, later for a full disk", () => {
    expect(refusalIn(failing("57P03"))).toMatchObject({ code: "unavailable", status: 503, retryAfter: 2 });
    expect(refusalIn(failing("53100"))).toMatchObject({ code: "cannot_save", status: 503, retryAfter: 30 });
    expect(refusalIn(failing("XX001"))).toBeNull();
    const own = new Failure("event_over");
    expect(refusalIn(own)).toBe(own);
  });
});
