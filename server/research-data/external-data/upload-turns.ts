import { Slots } from '../../platform/concurrency/slots';
import { DomainError } from '../../platform/errors/errors';

/** The most simultaneous uploads of a process, and of one account. */
const most = { all: 8, ofOne: 2 };
/** After how many seconds a refused upload may try again; a large file has been read by then. */
const againAfterSeconds = 5;

/**
 * Limits reading of external data files to one at a time: each holds a connection while it is written, and the thread
 * while its rows are checked.
 */
export class UploadTurns {
  private readonly underWay = new Map<string, number>();
  private all = 0;
  private readonly reading = new Slots(1);

  /**
   * @param work receives the function that runs its reading part when it is its turn
   * @throws DomainError unavailable, immediately, while too many uploads are in progress, or two of the same account
   */
  async take<T>(account: string, work: (turns: Pick<Slots, 'run'>) => Promise<T>): Promise<T> {
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
