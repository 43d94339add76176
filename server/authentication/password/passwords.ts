import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../../platform/http/errors';

/**
 * OWASP Password Storage Cheat Sheet: argon2id, the library's default, with 19 MiB, two passes, one
 * lane.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const longestQueue = 1_000;

/**
 * Two keyboards may produce different code points for the same password (NIST SP 800-63B, 3.1.1.2).
 */
const bytes = (password: string) => password.normalize('NFKC');

export type Matches = (stored: string | null | undefined, password: string) => Promise<boolean>;

/**
 * Hashes at most two passwords at a time in one process, so that many concurrent sign-ins leave CPU
 * time for enrolments.
 */
@Injectable()
export class Passwords {
  private readonly limit = pLimit(atOnce);
  /** The hash to compare with for an unknown address, so that it takes as long as a known one. */
  private decoy: Promise<string> | undefined;

  /** The PHC string of a password. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(bytes(password), cost));
  }

  /**
   * Runs `work` in its turn. Its argument `matches` compares a password with a stored hash or, at
   * the same cost, with the decoy.
   * @throws DomainError unavailable when a thousand calls already wait.
   */
  async inTurn<T>(work: (matches: Matches) => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= longestQueue) throw new DomainError('unavailable');
    return this.limit(work, this.matches);
  }

  private readonly matches: Matches = async (stored, password) => {
    this.decoy ??= hash(randomBytes(16), cost);
    const equal = await verify(stored ?? (await this.decoy), bytes(password));
    return equal && typeof stored === 'string';
  };
}
