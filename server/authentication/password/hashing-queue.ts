import { DomainError } from '../../platform/errors/errors';

/**
 * Where a call waits in the queue. The queue serves one network after the other, and within each
 * network one account after the other.
 */
export interface HashingLane {
  readonly network: string;
  /**
   * The address with which the person signs in, even if no account has it. Null for calls without
   * an account; their number is not limited.
   */
  readonly account: string | null;
  /** Whether the caller no longer waits for the result; the call is then skipped. */
  readonly hasLeft?: () => boolean;
}

interface Waiting {
  readonly waits: HashingLane;
  readonly start: () => void;
  readonly refuse: (error: DomainError) => void;
}

interface Limits {
  /** How many passwords are hashed at the same time. */
  readonly atOnce: number;
  /** The largest number of calls that may wait for the same account from the same network. */
  readonly perAccount: number;
  /**
   * The longest time, in milliseconds, that a call may have to wait. A call that would wait longer
   * is refused at once.
   */
  readonly longestWaitMs: number;
}

/**
 * The duration of a hash, in milliseconds, that is assumed before any was measured: an argon2id
 * hash on a small server.
 */
const firstGuessMs = 50;
/** The weight of the newest measurement in the moving average of the duration of a hash. */
const weight = 0.1;

/**
 * Serves calls fairly: one call of each network in turn, and within a network one call of each
 * account in turn. So a thousand sign-ins from one network delay a sign-in from another network by
 * only one call each round.
 */
export class HashingQueue {
  /** The networks, each with its accounts, in the order in which they are served next. */
  private readonly lanes = new Map<string, Map<string | null, Waiting[]>>();
  private running = 0;
  private averageMs = firstGuessMs;

  constructor(private readonly limits: Limits) {}

  /** How many calls wait, including those whose caller no longer waits. */
  get waiting(): number {
    return [...this.lanes.values()].reduce((sum, accounts) => sum + countOf(accounts), 0);
  }

  /**
   * Runs `work` when it is its turn.
   * @throws DomainError too_many_requests if `perAccount` calls already wait for the account, or if
   *   the caller no longer waits for the result; unavailable if the wait would be too long. Each
   *   error has a Retry-After
   */
  async run<T>(waits: HashingLane, work: () => Promise<T>): Promise<T> {
    await this.turn(waits);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.averageMs += weight * (performance.now() - began - this.averageMs);
      this.running--;
      this.next();
    }
  }

  private async turn(waits: HashingLane): Promise<void> {
    if (this.running < this.limits.atOnce) {
      this.running++;
      return;
    }
    this.dropWhoLeft();
    this.refuseWhatWaitsTooLong(waits);
    await new Promise<void>((start, refuse) => {
      const accounts = this.lanes.get(waits.network) ?? new Map<string | null, Waiting[]>();
      const waiting = accounts.get(waits.account) ?? [];
      waiting.push({ waits, start, refuse });
      accounts.set(waits.account, waiting);
      this.lanes.set(waits.network, accounts);
    });
  }

  private refuseWhatWaitsTooLong({ network, account }: HashingLane): void {
    const accounts = this.lanes.get(network);
    const own = accounts?.get(account)?.length ?? 0;
    if (account !== null && own >= this.limits.perAccount)
      throw new DomainError(
        'too_many_requests',
        {},
        { retryAfter: Math.ceil(this.waitMs(own) / 1000) },
      );
    const before = turnsBefore(own, accounts?.values() ?? [], (waiting) => waiting.length);
    const all = turnsBefore(before, this.lanes.values(), countOf);
    const tooLongMs = this.waitMs(all + 1) - this.limits.longestWaitMs;
    if (tooLongMs > 0)
      throw new DomainError('unavailable', {}, { retryAfter: Math.ceil(tooLongMs / 1000) });
  }

  private waitMs(turns: number): number {
    return (turns * this.averageMs) / this.limits.atOnce;
  }

  private next(): void {
    while (this.running < this.limits.atOnce) {
      const waiting = this.take();
      if (!waiting) return;
      if (waiting.waits.hasLeft?.()) {
        waiting.refuse(left());
        continue;
      }
      this.running++;
      waiting.start();
    }
  }

  /**
   * Takes the next call: the first call of the first account of the first network. That account and
   * that network then move to the end of the order.
   */
  private take(): Waiting | undefined {
    for (const [network, accounts] of this.lanes) {
      this.lanes.delete(network);
      for (const [account, waiting] of accounts) {
        accounts.delete(account);
        const first = waiting.shift();
        if (waiting.length > 0) accounts.set(account, waiting);
        if (accounts.size > 0) this.lanes.set(network, accounts);
        return first;
      }
    }
    return undefined;
  }

  /** Removes calls whose caller no longer waits, so that they take no place from others. */
  private dropWhoLeft(): void {
    for (const [network, accounts] of this.lanes) {
      for (const [account, waiting] of accounts) {
        const stay = waiting.filter(({ waits, refuse }) => {
          if (!waits.hasLeft?.()) return true;
          refuse(left());
          return false;
        });
        if (stay.length > 0) accounts.set(account, stay);
        else accounts.delete(account);
      }
      if (accounts.size === 0) this.lanes.delete(network);
    }
  }
}

/**
 * Makes the error for a caller who has disconnected and will not read it. The server logs every
 * error except a refusal as its own fault, so this error is a refusal.
 */
const left = () => new DomainError('too_many_requests', {}, { retryAfter: 1 });

const countOf = (accounts: Map<string | null, Waiting[]>): number =>
  [...accounts.values()].reduce((sum, { length }) => sum + length, 0);

/**
 * Returns how many calls the queue serves before a new call. The calls wait in lanes, one for each
 * network (or account). In each round, every lane gets one turn. `own`: how many calls wait in the
 * lane of the new call. The new call has its turn in round `own` + 1. Until then, every other lane
 * has at most `own` + 1 turns.
 */
function turnsBefore<L>(own: number, lanes: Iterable<L>, lengthOf: (lane: L) => number): number {
  let sum = 0;
  for (const lane of lanes) sum += Math.min(lengthOf(lane), own + 1);
  return sum;
}
