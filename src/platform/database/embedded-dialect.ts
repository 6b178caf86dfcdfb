import {
  AbortedTransactionError,
  CompiledQuery,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from "kysely";

/** Runs one statement on the embedded database. */
export type RunQuery = (
  text: string,
  parameters: readonly unknown[],
) => Promise<{ rows?: unknown[]; affectedRows?: number }>;

/**
 * A Kysely dialect for a database with a single connection: callers queue up for it, for at most `patience`
 * milliseconds. Kysely's own dialect for PGlite waits forever. A use of the outer handle inside a transaction, which
 * holds the connection, would then never end.
 */
export class EmbeddedDialect implements Dialect {
  readonly #driver: EmbeddedDriver;

  constructor(run: RunQuery, patience: number) {
    this.#driver = new EmbeddedDriver(run, patience);
  }

  /** Returns whether the only connection is in use, and how many callers wait for it. */
  usage = () => this.#driver.usage();
  createAdapter = () => new WaitingAdapter();
  createDriver = () => this.#driver;
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db);
  createQueryCompiler = () => new PostgresQueryCompiler();
}

/** Our driver does the waiting, because it knows when to give up; Kysely must not. */
class WaitingAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

class EmbeddedDriver implements Driver {
  readonly #connection: EmbeddedConnection;
  readonly #patience: number;
  readonly #line: (() => void)[] = [];
  #taken = false;

  constructor(run: RunQuery, patience: number) {
    this.#connection = new EmbeddedConnection(run);
    this.#patience = patience;
  }

  usage() {
    return { used: this.#taken ? 1 : 0, idle: this.#taken ? 0 : 1, waiting: this.#line.length };
  }

  async init() {}
  async destroy() {}

  async acquireConnection() {
    if (this.#taken) await this.#turn();
    this.#taken = true;
    return this.#connection;
  }

  async releaseConnection() {
    const next = this.#line.shift();
    if (next) next();
    else this.#taken = false;
  }

  /** Queues up; the connection is passed on without becoming free in between. */
  #turn() {
    return new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(turn), 1);
        reject(
          new Error(
            `No connection within ${this.#patience} ms. Is the outer database handle used inside a transaction? Use the transaction's.`,
          ),
        );
      }, this.#patience);
      this.#line.push(turn);
    });
  }

  async beginTransaction(connection: EmbeddedConnection, settings: { isolationLevel?: string; accessMode?: string }) {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : "";
    await connection.executeQuery(CompiledQuery.raw(`begin${level} ${settings.accessMode ?? ""}`));
    connection.broken = false;
  }

  async commitTransaction(connection: EmbeddedConnection) {
    const { broken } = connection;
    await connection.executeQuery(CompiledQuery.raw("commit"));
    // PostgreSQL answers the commit of a failed transaction by rolling it back, without an error.
    if (broken) throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: EmbeddedConnection) {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async savepoint(connection: EmbeddedConnection, name: string) {
    await connection.executeQuery(CompiledQuery.raw(`savepoint ${quoted(name)}`));
  }

  async rollbackToSavepoint(connection: EmbeddedConnection, name: string) {
    await connection.executeQuery(CompiledQuery.raw(`rollback to ${quoted(name)}`));
    connection.broken = false;
  }

  async releaseSavepoint(connection: EmbeddedConnection, name: string) {
    await connection.executeQuery(CompiledQuery.raw(`release ${quoted(name)}`));
  }
}

class EmbeddedConnection implements DatabaseConnection {
  /** True after a statement failed: its transaction can only be rolled back. */
  broken = false;
  readonly #run: RunQuery;

  constructor(run: RunQuery) {
    this.#run = run;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { rows = [], affectedRows } = await this.#run(sql, parameters);
      return { rows: rows as Row[], ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }) };
    } catch (error) {
      this.broken = true;
      throw error;
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("the embedded database cannot stream");
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
