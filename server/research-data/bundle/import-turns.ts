import { Slots } from '../../platform/concurrency/slots';
import { DomainError } from '../../platform/errors/errors';

/** The limit of a process for archives that arrive, wait or are read, each up to a gigabyte on disk. */
const mostUnderWay = 4;
/**
 * After how many seconds a refused import may try again; an archive of medium size has been uploaded and read by
 * then.
 */
const againAfterSeconds = 20;

/**
 * Imports take turns: one archive is read at a time, since each of its lines is held in memory as a whole; a few more
 * may arrive meanwhile, one of each account, so that no account's slow upload keeps others out.
 */
export class ImportTurns {
  private readonly accounts = new Set<string>();
  private readonly reading = new Slots(1);

  /**
   * @param work receives the function that runs its reading part when it is its turn
   * @throws DomainError unavailable, immediately, while too many imports are in progress, or one of the same account
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
