import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { DomainError } from '../../platform/errors/errors';

/**
 * How many archives a process accepts at the same time, whether they arrive, wait or are read; each
 * may occupy a gigabyte on disk.
 */
const mostUnderWay = 4;
/**
 * After how many seconds a refused import may try again; an archive of medium size has been uploaded and read by
 * then.
 */
const againAfterSeconds = 20;

/**
 * Lets one archive be read at a time, since each of its lines is held in memory as a whole. A few
 * more archives may arrive meanwhile, but only one of each account, so that an account's slow
 * upload does not keep others out.
 */
export class ImportLimiter {
  private readonly accounts = new Set<string>();
  private readonly reading = new ConcurrencyLimit(1);

  /**
   * @param work does the import. It runs its reading part by `turns.run`, which waits until no
   *   other import reads.
   * @throws DomainError unavailable, immediately, while too many imports are in progress, or one of
   *   the same account
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
