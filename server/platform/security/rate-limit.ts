import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { DataSource } from 'typeorm';
import { CAPABILITIES } from '../capabilities-token';
import { CONFIG, type Config } from '../../config';
import { rateLimitFactorOf } from '../../environment/campus-networks.rule';
import { platformTexts } from '../i18n/error-texts';
import { Clock, addMilliseconds } from '../concurrency/clock';
import { DomainError } from '../errors/errors';
import { repeatedLimitHitsRuleOf, type RateLimitRule } from './rate-limit-rule';
import { Secrets } from './secrets';

const codeOf = ({ code }: RateLimitRule) => code ?? 'too_many_requests';
const refused = (rule: RateLimitRule, until: Date, now: Date): DomainError =>
  new DomainError(
    codeOf(rule),
    {},
    {
      retryAfter: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
      ...(rule.perNetwork && { says: platformTexts.sentence('network_limit') }),
    },
  );

/**
 * Rate limits whose counters are in PostgreSQL, so that they apply to all servers together and
 * survive a restart. The keys of the counters are keyed hashes. An attempt is counted before the
 * work that the limit protects, and outside of the command's transaction, so that forty attempts at
 * the same time count as forty.
 */
@Injectable()
export class RateLimit {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CAPABILITIES) private readonly capabilities: {
      readonly limitNames: ReadonlySet<string>;
    },
  ) {}

  /**
   * Counts one attempt.
   * @throws DomainError the rule's code, with the number of seconds until the next attempt is
   * allowed
   */
  async consume(given: RateLimitRule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const rule = this.ruleFor(given, who);
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
        addMilliseconds(now, rule.windowMs),
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
    throw refused(rule, row?.blocked_until ?? now, now);
  }

  /**
   * Checks the limit without counting an attempt. A caller may count only failed attempts
   * afterwards if the secret cannot be guessed: many simultaneous attempts can pass this check.
   * @throws DomainError the rule's code
   */
  async check(rule: RateLimitRule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const now = this.clock.now();
    const [row]: { blocked_until: Date }[] = await this.source.query(
      `SELECT blocked_until FROM platform.rate_limit_counter WHERE key = $1 AND blocked_until > $2`,
      [this.key(rule, who), now],
    );
    if (row) throw refused(rule, row.blocked_until, now);
  }

  /**
   * Counts one attempt and returns whether the rule allows it, instead of throwing. It is for
   * responses that must not reveal that a limit was reached.
   */
  async isWithin(rule: RateLimitRule, who: string): Promise<boolean> {
    try {
      await this.consume(rule, who);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === codeOf(rule)) return false;
      throw error;
    }
  }

  /**
   * Subtracts one attempt again, because it did not fail after all. A counter that reaches zero is
   * deleted.
   */
  async refund(given: RateLimitRule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const rule = this.ruleFor(given, who);
    const key = this.key(rule, who);
    const left: [{ count: number }[], number] = await this.source.query(
      `UPDATE platform.rate_limit_counter SET count = count - 1, blocked_until = NULL WHERE key = $1
       AND count > 0 RETURNING count`,
      [key],
    );
    if (left[0][0]?.count === 0)
      await this.source.query(
        `DELETE FROM platform.rate_limit_counter WHERE key = $1 AND count = 0`,
        [key],
      );
    if (rule.again && left[0][0]?.count === rule.free - 1)
      await this.refund(repeatedLimitHitsRuleOf(rule, rule.again), who);
  }

  /** Deletes the counter after a successful attempt. */
  async forget(rule: RateLimitRule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await this.source.query(`DELETE FROM platform.rate_limit_counter WHERE key = $1`, [
      this.key(rule, who),
    ]);
  }

  /**
   * Counts how often the caller reached the limit, and lengthens its block if this was repeated. If
   * the process ends before this is done, the first block stays in force.
   */
  private async lengthen(
    rule: RateLimitRule,
    again: NonNullable<RateLimitRule['again']>,
    who: string,
    now: Date,
  ): Promise<void> {
    const times = repeatedLimitHitsRuleOf(rule, again);
    const [row]: { count: number }[] = await this.source.query(
      `INSERT INTO platform.rate_limit_counter AS a (key, count, window_ends_at) VALUES ($1, 1, $3)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN a.window_ends_at <= $2 THEN 1 ELSE a.count + 1 END, window_ends_at = $3
       RETURNING count`,
      [this.key(times, who), now, addMilliseconds(now, again.memoryMs)],
    );
    const repeated = (row?.count ?? 1) - 1;
    if (repeated === 0) return;
    const longer = Math.min(again.firstMs * 2 ** Math.min(repeated - 1, 20), again.longestMs);
    await this.source.query(
      `UPDATE platform.rate_limit_counter SET blocked_until = $2 WHERE key = $1 AND blocked_until < $2`,
      [this.key(rule, who), addMilliseconds(now, longer)],
    );
  }

  /**
   * Returns the rule for this caller, with the higher limit of its campus network. For a limit per
   * network, `who` is a network in the form that `clientNetworkOf` returns.
   */
  private ruleFor(rule: RateLimitRule, who: string): RateLimitRule {
    if (!rule.perNetwork) return rule;
    const factor = rateLimitFactorOf(this.config.campusNetworks, who);
    return factor === 1 ? rule : { ...rule, free: rule.free * factor };
  }

  /** @throws Error if no context declares the rule: the documentation of limits must be complete */
  private key(rule: RateLimitRule, who: string): Buffer {
    if (!this.capabilities.limitNames.has(rule.name))
      throw new Error(`no context declares the rate limit ${rule.name}`);
    return this.secrets.stamp('attempt', rule.name, who);
  }
}

/**
 * Returns the network that counts as one client: a single IPv4 address, or an IPv6 /64, the range
 * that a household or a dormitory room gets.
 */
export function clientNetworkOf(ip: string): string {
  // Even a trusted proxy may forward a text that is not an address, such as `unknown`.
  if (isIP(ip) === 0) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
