import { isIPv4 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { limits } from '../../../contracts/limits';
import { CONFIG, type Config } from '../../config';
import { Clock, hours, later, minutes } from '../concurrency/clock';
import { DomainError } from '../http/errors';
import { Secrets } from './secrets';

/**
 * So many within the window; then nothing until the window ends, or for a delay that doubles with
 * each further one.
 */
export interface Rule {
  name: string;
  free: number;
  windowMs: number;
  growing?: { firstMs: number; longestMs: number };
  /**
   * Nothing until the window ends the first time; whoever gets there again before `memoryMs` are
   * over waits twice as long each time.
   */
  again?: { firstMs: number; longestMs: number; memoryMs: number };
}

/**
 * DOMAIN 10. Who is limited is written beside each use: an account's address, or a network address.
 */
export const rules = {
  signInToAccount: {
    name: 'sign-in-account',
    free: limits.signInFailuresPerAccount,
    windowMs: hours(24),
    growing: { firstMs: minutes(0.5), longestMs: hours(1) },
  },
  signInFromNetwork: {
    name: 'sign-in-network',
    free: limits.signInFailuresPerAddressAndHour,
    windowMs: hours(1),
    again: { firstMs: hours(2), longestMs: hours(8), memoryMs: hours(24) },
  },
  /**
   * Of its own, and no longer each time: else a few slips of the password behind one address keep
   * everybody from the sign-on of their organization.
   */
  identityToken: {
    name: 'identity-token',
    free: limits.signInFailuresPerAddressAndHour,
    windowMs: hours(1),
  },
  secondFactor: {
    name: 'second-factor',
    free: limits.secondFactorFailuresPerAccount,
    windowMs: hours(24),
    growing: { firstMs: minutes(0.5), longestMs: hours(1) },
  },
  registration: {
    name: 'registration',
    free: limits.registrationsPerAddressAndHour,
    windowMs: hours(1),
  },
  resetRequest: {
    name: 'reset-request',
    free: limits.registrationsPerAddressAndHour,
    windowMs: hours(1),
  },
  oidcFlow: { name: 'oidc-flow', free: limits.oidcFlowsPerAddressAndHour, windowMs: hours(1) },
  resetTry: {
    name: 'reset-try',
    free: limits.signInFailuresPerAddressAndHour,
    windowMs: hours(1),
    again: { firstMs: hours(2), longestMs: hours(8), memoryMs: hours(24) },
  },
  peopleSearch: {
    name: 'people-search',
    free: limits.peopleSearchesPerAccountAndHour,
    windowMs: hours(1),
  },
  verificationMail: {
    name: 'verification-mail',
    free: limits.registrationsPerAddressAndHour,
    windowMs: hours(1),
  },
} satisfies Record<string, Rule>;

/** The counter beside the counter: how often a limit was reached. */
const timesOf = (rule: Rule, { memoryMs }: NonNullable<Rule['again']>): Rule => ({
  name: `${rule.name}-times`,
  free: Number.MAX_SAFE_INTEGER,
  windowMs: memoryMs,
});

const tooMany = (blockedUntil: Date, now: Date) => {
  const seconds = Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000);
  return new DomainError('too_many_requests', {}, { retryAfter: Math.max(1, seconds) });
};

/**
 * Counters in PostgreSQL, so that they hold for all servers and survive a restart; their keys are
 * keyed hashes. Each is counted outside of any transaction of a command, before the work it guards:
 * forty tries at once are forty counts, not one.
 */
@Injectable()
export class RateLimit {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts one. @throws DomainError too_many_requests, with the seconds until the next try. */
  async take(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const key = this.key(rule, who);
    const now = this.clock.now();
    const [counted]: { count: number }[] = await this.source.query(
      `INSERT INTO platform.rate_limit_counter AS a (key, count, window_ends_at) VALUES ($1, 1, $3)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN a.window_ends_at <= $2 THEN 1 ELSE a.count + 1 END,
         window_ends_at = CASE WHEN $5::float8 IS NOT NULL OR a.window_ends_at <= $2 THEN $3 ELSE a.window_ends_at END,
         blocked_until = CASE
           WHEN a.window_ends_at <= $2 OR a.count + 1 < $4::int THEN NULL
           WHEN $5::float8 IS NULL THEN a.window_ends_at
           ELSE $2::timestamptz + least($5::float8 * power(2, least(a.count + 1 - $4::int, 20)), $6::float8) * interval '1 millisecond' END
       WHERE a.blocked_until IS NULL OR a.blocked_until <= $2
       RETURNING count`,
      [
        key,
        now,
        later(now, rule.windowMs),
        rule.free,
        rule.growing?.firstMs ?? null,
        rule.growing?.longestMs ?? null,
      ],
    );
    if (counted) {
      if (rule.again && counted.count === rule.free)
        await this.lengthen(rule, rule.again, who, now);
      return;
    }
    const [row]: { blocked_until: Date | null }[] = await this.source.query(
      `SELECT blocked_until FROM platform.rate_limit_counter WHERE key = $1`,
      [key],
    );
    throw tooMany(row?.blocked_until ?? now, now);
  }

  /**
   * Counts nothing: for tries that cannot guess, where only the bad ones are counted, afterwards.
   * @throws DomainError too_many_requests
   */
  async mayTry(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const now = this.clock.now();
    const [row]: { blocked_until: Date }[] = await this.source.query(
      `SELECT blocked_until FROM platform.rate_limit_counter WHERE key = $1 AND blocked_until > $2`,
      [this.key(rule, who), now],
    );
    if (row) throw tooMany(row.blocked_until, now);
  }

  /** Counts one, and says whether it was within the rule: where a refusal would tell something. */
  async isWithin(rule: Rule, who: string): Promise<boolean> {
    try {
      await this.take(rule, who);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'too_many_requests') return false;
      throw error;
    }
  }

  /**
   * Takes back one count: it was no failure after all. Nothing is kept about somebody without one.
   */
  async giveBack(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const key = this.key(rule, who);
    const given: [{ count: number }[], number] = await this.source.query(
      `UPDATE platform.rate_limit_counter SET count = count - 1, blocked_until = NULL WHERE key = $1
       AND count > 0 RETURNING count`,
      [key],
    );
    if (given[0][0]?.count === 0)
      await this.source.query(
        `DELETE FROM platform.rate_limit_counter WHERE key = $1 AND count = 0`,
        [key],
      );
    if (rule.again && given[0][0]?.count === rule.free - 1)
      await this.giveBack(timesOf(rule, rule.again), who);
  }

  /** Starts over, after a success. */
  async forget(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await this.source.query(`DELETE FROM platform.rate_limit_counter WHERE key = $1`, [
      this.key(rule, who),
    ]);
  }

  /**
   * The limit was reached: counts how often, and makes the block of a repetition longer. Should the
   * process end before, the first block stands.
   */
  private async lengthen(
    rule: Rule,
    again: NonNullable<Rule['again']>,
    who: string,
    now: Date,
  ): Promise<void> {
    const times = timesOf(rule, again);
    const [row]: { count: number }[] = await this.source.query(
      `INSERT INTO platform.rate_limit_counter AS a (key, count, window_ends_at) VALUES ($1, 1, $3)
       ON CONFLICT (key) DO UPDATE SET count = CASE WHEN a.window_ends_at <= $2 THEN 1 ELSE a.count + 1 END,
         window_ends_at = $3 RETURNING count`,
      [this.key(times, who), now, later(now, again.memoryMs)],
    );
    const repeated = (row?.count ?? 1) - 1;
    if (repeated === 0) return;
    const longer = Math.min(again.firstMs * 2 ** Math.min(repeated - 1, 20), again.longestMs);
    await this.source.query(
      `UPDATE platform.rate_limit_counter SET blocked_until = $2 WHERE key = $1 AND blocked_until < $2`,
      [this.key(rule, who), later(now, longer)],
    );
  }

  private key = (rule: Rule, who: string) => this.secrets.mac('attempt', rule.name, who);
}

/**
 * What is counted as one place in the network: an IPv4 address, or the /64 that a household or a
 * dormitory room gets of IPv6.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
