import { Client, type ClientConfig } from 'pg';

/** The longest times, in milliseconds, for which work waits for PostgreSQL. */
export interface DatabaseTimeouts {
  /** How long to wait for a free connection of the pool, or for a new one. */
  connectionMs: number;
  /** How long a statement may take; PostgreSQL enforces this limit (`statement_timeout`). */
  statementMs: number;
  /**
   * How long the driver waits for a statement, in case the database or the network does not respond
   * at all.
   */
  driverMs: number;
}

/**
 * The limits for requests. A failed connection and a failed statement together take less than 20
 * seconds, after which the person gets an answer (docs/operating.md, Time limits).
 */
export const requestTimeouts: DatabaseTimeouts = {
  connectionMs: 5_000,
  statementMs: 12_000,
  driverMs: 13_000,
};
/** The limits for workers, where no person waits for the result. */
export const workerTimeouts: DatabaseTimeouts = {
  connectionMs: 10_000,
  statementMs: 20_000,
  driverMs: 25_000,
};

interface Internals {
  connection: { stream: { destroy(): void } };
  connectionParameters: { query_timeout: number | false };
}

/**
 * Whether this is the error of the driver for a statement that exceeded `query_timeout`. The error
 * has no code, only a message.
 */
const isTooLate = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * The database client of every pool of the server and the workers. It adds two things to the
 * driver's client.
 * First, it listens for errors. A client that has just left the pool has no error listener until
 * the code that took the client adds one, and some code never does. Without a listener, Node would
 * end the process when PostgreSQL closes the connection, because of an unhandled 'error' event.
 * Ignoring the event is safe, because the next statement fails.
 * Second, it closes a connection that does not answer. If the answer to a statement does not come
 * within `query_timeout`, the statement fails, and the connection is closed. Otherwise the ROLLBACK
 * would wait for another `query_timeout`, and so would the next user of the connection. If a COMMIT
 * gets no answer in time, it is unknown whether the COMMIT took effect.
 */
export class PooledClient extends Client {
  private readonly limitMs: number | false;

  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    this.limitMs = this.internals.connectionParameters.query_timeout;
    this.query = this.limited(this.query.bind(this)) as typeof this.query;
  }

  /**
   * Removes the driver's time limit until the current transaction ends, for a transaction that may
   * take long (`SET LOCAL statement_timeout = 0` does the same in PostgreSQL).
   */
  takeYourTime(): void {
    this.internals.connectionParameters.query_timeout = false;
  }

  private limited(query: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
    return (...args) => {
      // No transaction is open, so a transaction without a time limit has ended, and the limit
      // applies again.
      if (this.getTransactionStatus() === 'I')
        this.internals.connectionParameters.query_timeout = this.limitMs;
      const last = args.length - 1;
      const done = args[last];
      if (typeof done === 'function')
        args[last] = (error: unknown, result: unknown) => {
          this.cutIfTooLate(error);
          (done as (error: unknown, result: unknown) => void)(error, result);
        };
      const answer = query(...args);
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          this.cutIfTooLate(error);
        });
      return answer;
    };
  }

  private cutIfTooLate(error: unknown): void {
    if (isTooLate(error)) this.internals.connection.stream.destroy();
  }

  private get internals(): Internals {
    return this as unknown as Internals;
  }
}
