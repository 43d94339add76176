import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { DomainError } from '../../platform/errors/errors';

const againAfterSeconds = 3;

/**
 * Limits how many reads of study data run. Each account may have only one read that waits or runs,
 * so that many calls of one account do not block others. Only one read runs at a time, to limit
 * memory.
 */
export class AccountReadLimiter {
  private readonly accounts = new Set<string>();
  private readonly reading = new ConcurrencyLimit(1);

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
