import { DomainError } from '../../platform/errors/errors';

/** The lane of a call: turns alternate between networks, and within a network between its accounts. */
export interface Waits {
  readonly network: string;
  /**
   * The address of the account, whether it exists or not; null for work without an account, of which any number may
   * wait.
   */
  readonly account: string | null;
  /** Whether the caller no longer waits for the result: then the turn is skipped. */
  readonly hasLeft?: () => boolean;
}

interface Waiting {
  readonly waits: Waits;
  readonly start: () => void;
  readonly refuse: (error: DomainError) => void;
}

interface Limits {
  /** How many passwords are hashed at the same time. */
  readonly atOnce: number;
  /** How many calls may wait for the same account from the same network. */
  readonly perAccount: number;
  /** A caller who would wait longer is refused. */
  readonly longestWaitMs: number;
}

/** The assumed duration before any measurement: an argon2id hash on a small server. */
const firstGuessMs = 50;
/** The weight of the newest measurement in the moving average of how long a hash takes. */
const weight = 0.1;

/**
 * Gives turns fairly: one after another to each network in which a caller waits, and there to each
 * account, so that a thousand sign-ins from one place delay those of another by one turn each.
 */
export class HashingQueue {
  /** Networks, and in each its accounts, in the order of their next turn. */
  private readonly lanes = new Map<string, Map<string | null, Waiting[]>>();
  private running = 0;
  private averageMs = firstGuessMs;

  constructor(private readonly limits: Limits) {}

  /** How many calls wait, including calls whose caller no longer waits. */
  get waiting(): number {
    return [...this.lanes.values()].reduce((sum, accounts) => sum + countOf(accounts), 0);
  }

  /**
   * Runs `work` in its turn.
   * @throws DomainError too_many_requests when `perAccount` calls wait for the account already, or when the caller no
   * longer waits for the result; unavailable when the wait would be too long; both with Retry-After
   */
  async run<T>(waits: Waits, work: () => Promise<T>): Promise<T> {
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

  private async turn(waits: Waits): Promise<void> {
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

  private refuseWhatWaitsTooLong({ network, account }: Waits): void {
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
   * Takes the next call: the first of the first account of the first network; both then move to the end of their
   * round.
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

  /** Removes callers who no longer wait, so that they do not take a place in the queue from others. */
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

/** The caller has left, so this answer is not read; as a refusal, it is not logged as a fault of the server. */
const left = () => new DomainError('too_many_requests', {}, { retryAfter: 1 });

const countOf = (accounts: Map<string | null, Waiting[]>): number =>
  [...accounts.values()].reduce((sum, { length }) => sum + length, 0);

/**
 * How many turns precede a call that has `own` calls before it in its lane, one of `lanes`: each other lane gets at
 * most one turn per round until then.
 */
function turnsBefore<L>(own: number, lanes: Iterable<L>, lengthOf: (lane: L) => number): number {
  let sum = 0;
  for (const lane of lanes) sum += Math.min(lengthOf(lane), own + 1);
  return sum;
}
