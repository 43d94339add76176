import { Client, type ClientConfig } from 'pg';

/**
 * What a pool hands out has nobody who listens to its errors until whoever asked for it does, a
 * turn later, and with some never. What PostgreSQL says as it goes would come in between, unheard,
 * and Node ends the process for that. Its next statement fails in any case.
 */
export class PooledClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
