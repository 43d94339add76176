import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { DomainError } from '../../platform/errors/errors';

/** How many uploads a process, and each account, may have at the same time. */
const most = { all: 8, ofOne: 2 };
/** After how many seconds a refused upload may try again; a large file has been read by then. */
const againAfterSeconds = 5;

/**
 * Lets only one file of external data be read at a time: writing its rows occupies a database
 * connection, and checking them occupies the thread.
 */
export class UploadLimiter {
  private readonly underWay = new Map<string, number>();
  private all = 0;
  private readonly reading = new ConcurrencyLimit(1);

  /**
   * @param work does the upload. It runs its reading part by `turns.run`, which waits until no
   * other upload reads.
   * @throws DomainError unavailable, immediately, if too many uploads are in progress, or if the
   * account already has two uploads in progress
   */
  async take<T>(
    account: string,
    work: (turns: Pick<ConcurrencyLimit, 'run'>) => Promise<T>,
  ): Promise<T> {
    const own = this.underWay.get(account) ?? 0;
    if (this.all >= most.all || own >= most.ofOne)
      throw new DomainError('unavailable', {}, { retryAfter: againAfterSeconds });
    this.all += 1;
    this.underWay.set(account, own + 1);
    try {
      return await work(this.reading);
    } finally {
      this.all -= 1;
      const left = (this.underWay.get(account) ?? 1) - 1;
      if (left === 0) this.underWay.delete(account);
      else this.underWay.set(account, left);
    }
  }
}
