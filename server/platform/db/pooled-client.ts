import { Client, type ClientConfig } from 'pg';

/**
 * A client that leaves the pool has no error listener until its user adds one a turn of the event
 * loop later, and some users never do. If PostgreSQL closes the connection in between, Node ends
 * the process for an unhandled 'error' event. Ignoring it is safe: the next statement fails.
 */
export class PooledClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
