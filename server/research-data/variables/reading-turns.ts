import { Slots } from '../../platform/concurrency/slots';
import { DomainError } from '../../platform/errors/errors';

const againAfterSeconds = 3;

/**
 * Limits reads of variables, because of the memory: only one per account may wait or run, so that many calls of one
 * account do not block others.
 */
export class ReadingTurns {
  private readonly accounts = new Set<string>();
  private readonly reading = new Slots(1);

  /** @throws DomainError unavailable, immediately, while a reading for the same account is in progress */
  async take<T>(account: string, work: () => Promise<T>): Promise<T> {
    if (this.accounts.has(account))
      throw new DomainError('unavailable', {}, { retryAfter: againAfterSeconds });
    this.accounts.add(account);
    try {
      return await this.reading.run(work);
    } finally {
      this.accounts.delete(account);
    }
  }
}
