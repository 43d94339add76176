import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { DomainError } from '../../platform/errors/errors';

/**
 * How many archives a process handles at the same time. This number includes archives that are
 * being uploaded or that wait to be read. Each archive may occupy a gigabyte on disk.
 */
const mostUnderWay = 4;
/**
 * After how many seconds a refused import may try again; an archive of medium size has been uploaded and read by
 * then.
 */
const againAfterSeconds = 20;

/**
 * Lets only one archive be read at a time, because reading needs much memory: each line is in
 * memory as a whole. Meanwhile a few more archives may be uploaded, but only one per account, so
 * that one account's slow uploads do not block the others.
 */
export class ImportLimiter {
  private readonly accounts = new Set<string>();
  private readonly reading = new ConcurrencyLimit(1);

  /**
   * @param work does the import. It runs its reading part by `turns.run`, which waits until no
   * other import reads.
   * @throws DomainError unavailable, immediately, if too many imports are in progress, or if the
   * account already has an import in progress
   */
  async take<T>(
    account: string,
    work: (turns: Pick<ConcurrencyLimit, 'run'>) => Promise<T>,
  ): Promise<T> {
    if (this.accounts.has(account) || this.accounts.size >= mostUnderWay)
      throw new DomainError('unavailable', {}, { retryAfter: againAfterSeconds });
    this.accounts.add(account);
    try {
      return await work(this.reading);
    } finally {
      this.accounts.delete(account);
    }
  }
}
