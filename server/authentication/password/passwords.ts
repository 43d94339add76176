import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { HashingQueue, type Waits } from './hashing-queue';

/**
 * OWASP Password Storage Cheat Sheet: argon2id, the library's default, with 19 MiB, two passes, one
 * lane.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const turns = { atOnce: 2, perAccount: 4, longestWaitMs: 10_000 };

/**
 * Two keyboards may produce different code points for the same password (NIST SP 800-63B, 3.1.1.2).
 */
const bytes = (password: string) => password.normalize('NFKC');

export type Matches = (stored: string | null | undefined, password: string) => Promise<boolean>;

/** The lane of programs that work for no network: a command line, the demo. */
export const ofThisServer: Waits = { network: 'this server', account: null };

/**
 * Hashes at most two passwords at a time in one process, so that many concurrent sign-ins leave CPU
 * time for enrolments. Both throw DomainError too_many_requests when four calls for the account
 * wait already, and unavailable when the wait would exceed ten seconds.
 */
@Injectable()
export class Passwords {
  private readonly queue = new HashingQueue(turns);
  /** The hash to compare with for an unknown address, so that it takes as long as a known one. */
  private decoy: Promise<string> | undefined;

  /** How many calls wait for their turn. */
  get waiting(): number {
    return this.queue.waiting;
  }

  /** The PHC string of a password. */
  hash(waits: Waits, password: string): Promise<string> {
    return this.inTurn(waits, () => hash(bytes(password), cost));
  }

  /**
   * Runs `work` in its turn. Its argument `matches` compares a password with a stored hash or, at
   * the same cost, with the decoy.
   */
  inTurn<T>(waits: Waits, work: (matches: Matches) => Promise<T>): Promise<T> {
    return this.queue.run(waits, () => work(this.matches));
  }

  private readonly matches: Matches = async (stored, password) => {
    this.decoy ??= hash(randomBytes(16), cost);
    const equal = await verify(stored ?? (await this.decoy), bytes(password));
    return equal && typeof stored === 'string';
  };
}
