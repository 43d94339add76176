import { Slots } from '../../platform/concurrency/slots';
import { DomainError } from '../../platform/errors/errors';

const againAfterSeconds = 3;

/**
 * Readings of variables take turns, for the memory; one of each account may wait or be read, so that
 * one account's many calls keep no other account out.
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
