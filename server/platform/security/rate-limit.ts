import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { DataSource } from 'typeorm';
import { CAPABILITIES } from '../capabilities-token';
import { CONFIG, type Config } from '../../config';
import { factorOf } from '../../environment/campus-networks.rule';
import { platformTexts } from '../i18n/error-texts';
import { Clock, later } from '../concurrency/clock';
import { DomainError } from '../errors/errors';
import { timesOf, type Rule } from './rate-limit-rule';
import { Secrets } from './secrets';

const codeOf = ({ code }: Rule) => code ?? 'too_many_requests';
const refused = (rule: Rule, until: Date, now: Date): DomainError =>
  new DomainError(
    codeOf(rule),
    {},
    {
      retryAfter: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
      ...(rule.perNetwork && { says: platformTexts.sentence('network_limit') }),
    },
  );

/**
 * Counters in PostgreSQL, so that they hold for all servers and survive a restart; their keys are
 * keyed hashes. A try is counted before the work that the limit guards, outside of the command's
 * transaction: forty concurrent tries count as forty, not as one.
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

  /** Counts one. @throws DomainError the rule's code, with the seconds until the next try. */
  async consume(given: Rule, who: string): Promise<void> {
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
    throw refused(rule, row?.blocked_until ?? now, now);
  }

  /**
   * Checks the limit without counting: for secrets that cannot be guessed, where only failed tries are counted,
   * afterwards.
   * @throws DomainError the rule's code
   */
  async check(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const now = this.clock.now();
    const [row]: { blocked_until: Date }[] = await this.source.query(
      `SELECT blocked_until FROM platform.rate_limit_counter WHERE key = $1 AND blocked_until > $2`,
      [this.key(rule, who), now],
    );
    if (row) throw refused(rule, row.blocked_until, now);
  }

  /**
   * Counts one and returns whether it was within the rule: for cases where a refusal would reveal
   * something.
   */
  async isWithin(rule: Rule, who: string): Promise<boolean> {
    try {
      await this.consume(rule, who);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === codeOf(rule)) return false;
      throw error;
    }
  }

  /**
   * Takes back one count, when the try was not a failure after all. A counter at zero is deleted.
   */
  async refund(given: Rule, who: string): Promise<void> {
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
      await this.refund(timesOf(rule, rule.again), who);
  }

  /** Resets the counter after a success. */
  async forget(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await this.source.query(`DELETE FROM platform.rate_limit_counter WHERE key = $1`, [
      this.key(rule, who),
    ]);
  }

  /**
   * Counts how often the limit was reached, and lengthens a repeated block. If the process ends
   * before, the first block stays in force.
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
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN a.window_ends_at <= $2 THEN 1 ELSE a.count + 1 END, window_ends_at = $3
       RETURNING count`,
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

  /** For a limit per network, `who` is a network as `networkOf` writes it. */
  private ruleFor(rule: Rule, who: string): Rule {
    if (!rule.perNetwork) return rule;
    const factor = factorOf(this.config.campusNetworks, who);
    return factor === 1 ? rule : { ...rule, free: rule.free * factor };
  }

  /** @throws Error for a rule that no context declares: the documentation of limits must be complete. */
  private key(rule: Rule, who: string): Buffer {
    if (!this.capabilities.limitNames.has(rule.name))
      throw new Error(`no context declares the rate limit ${rule.name}`);
    return this.secrets.stamp('attempt', rule.name, who);
  }
}

/**
 * The network that counts as one client: an IPv4 address, or the IPv6 /64 that a household or a
 * dormitory room is assigned.
 */
export function networkOf(ip: string): string {
  // The value that a trusted proxy forwards may not be an address (`unknown`).
  if (isIP(ip) === 0) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
