import { Slots } from '../../platform/concurrency/slots';
import { DomainError } from '../../platform/errors/errors';

/** The limit of a process for archives that arrive, wait or are read, each up to a gigabyte on disk. */
const mostUnderWay = 4;
/** An archive of medium size has arrived and been read by then. */
const againAfterSeconds = 20;

/**
 * Imports take turns: one archive is read at a time, since each of its lines is held in memory as a whole; a few more
 * may arrive meanwhile, one of each account, so that no account's slow upload keeps others out.
 */
export class ImportTurns {
  private readonly accounts = new Set<string>();
  private readonly reading = new Slots(1);

  /**
   * @param work is given what runs its part that reads, when it is its turn
   * @throws DomainError unavailable, at once, while too many are under way or one of the same account
   */
  async take<T>(account: string, work: (turns: Pick<Slots, 'run'>) => Promise<T>): Promise<T> {
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
