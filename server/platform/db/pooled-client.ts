import { Client, type ClientConfig } from 'pg';

/** How long work may wait for PostgreSQL, in milliseconds. */
export interface Patience {
  /** The longest wait for a free connection of the pool, or for a new one. */
  connectionMs: number;
  /** The longest duration of a statement, by `statement_timeout`, which PostgreSQL enforces. */
  statementMs: number;
  /** The same limit in the driver, in case the database or the network does not respond at all. */
  driverMs: number;
}

/**
 * The limits of requests: a failed connection and a failed statement together take less than 20 seconds,
 * after which the person gets an answer (docs/operating.md, Time limits).
 */
export const patienceOfRequests: Patience = {
  connectionMs: 5_000,
  statementMs: 12_000,
  driverMs: 13_000,
};
/** The limits of workers, for which no person waits. */
export const patienceOfWork: Patience = {
  connectionMs: 10_000,
  statementMs: 20_000,
  driverMs: 25_000,
};

interface Internals {
  connection: { stream: { destroy(): void } };
  connectionParameters: { query_timeout: number | false };
}

/** The driver's own error for a statement that ran into `query_timeout`; it has no code. */
const isTooLate = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * The client of every pool of the server and the workers.
 *
 * A client that leaves the pool has no error listener until its user adds one a turn of the event
 * loop later, and some users never do. If PostgreSQL closes the connection in between, Node ends
 * the process for an unhandled 'error' event. Ignoring it is safe: the next statement fails.
 *
 * A statement whose answer does not come within `query_timeout` fails, and the connection is cut:
 * otherwise the ROLLBACK would wait behind it for as long again, and the next user of the pool
 * after that. It is unknown whether a COMMIT that failed like this took effect.
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
   * Lifts the time limit until the current transaction ends, for one that may take as long as it needs (`SET LOCAL
   * statement_timeout = 0` does the same in PostgreSQL).
   */
  takeYourTime(): void {
    this.internals.connectionParameters.query_timeout = false;
  }

  private limited(query: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
    return (...args) => {
      // No transaction is open any more: this statement begins the next one.
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
