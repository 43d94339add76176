import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { HashingQueue, type HashingLane } from './hashing-queue';

/**
 * The cost of a hash, by OWASP's Password Storage Cheat Sheet: argon2id (the library's default)
 * with 19 MiB, two passes and one lane.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const turns = { atOnce: 2, perAccount: 4, longestWaitMs: 10_000 };

/**
 * Normalizes the password, because two keyboards may produce different code points for the same
 * password (NIST SP 800-63B, 3.1.1.2).
 */
const bytes = (password: string) => password.normalize('NFKC');

export type ComparePassword = (
  stored: string | null | undefined,
  password: string,
) => Promise<boolean>;

/**
 * The place in the hashing queue for calls that do not come from a network, such as those of
 * command-line programs and of the demo.
 */
export const ofThisServer: HashingLane = { network: 'this server', account: null };

/**
 * Hashes passwords, at most two at a time in a process, so that many simultaneous sign-ins leave
 * CPU time for enrolments. `hash` and `inTurn` throw DomainError too_many_requests if four calls
 * for the account already wait, and unavailable if the wait would exceed ten seconds.
 */
@Injectable()
export class Passwords {
  private readonly queue = new HashingQueue(turns);
  /**
   * A hash of random bytes. The password for an unknown address is compared with this hash, so that
   * the response takes as long as for a known address.
   */
  private decoy: Promise<string> | undefined;

  /** How many calls wait. */
  get waiting(): number {
    return this.queue.waiting;
  }

  /**
   * Hashes a password.
   * @returns the hash as a PHC string
   */
  hash(waits: HashingLane, password: string): Promise<string> {
    return this.inTurn(waits, () => hash(bytes(password), cost));
  }

  /**
   * Runs `work` when it is its turn. `work` receives a function that compares a password with a
   * stored hash. Without a stored hash, the function compares it with the hash of random bytes, so
   * that the duration is the same.
   */
  inTurn<T>(waits: HashingLane, work: (matches: ComparePassword) => Promise<T>): Promise<T> {
    return this.queue.run(waits, () => work(this.matches));
  }

  private readonly matches: ComparePassword = async (stored, password) => {
    this.decoy ??= hash(randomBytes(16), cost);
    const equal = await verify(stored ?? (await this.decoy), bytes(password));
    return equal && typeof stored === 'string';
  };
}
