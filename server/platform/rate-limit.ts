import { isIPv4 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { limits } from '../../contracts/limits';
import { CONFIG, type Config } from '../config';
import { Clock, hours, later, minutes } from './clock';
import { DomainError } from './errors';
import { Secrets } from './secrets';

/** So many within the window; then nothing until the window ends, or for a delay that doubles with each further one. */
export interface Rule {
  name: string;
  free: number;
  windowMs: number;
  growing?: { firstMs: number; longestMs: number };
}

/** DOMAIN 10. Who is limited is written beside each use: an account's address, or a network address. */
export const rules = {
  signInToAccount: { name: 'sign-in-account', free: limits.signInFailuresPerAccount, windowMs: hours(24), growing: { firstMs: minutes(0.5), longestMs: hours(1) } },
  signInFromNetwork: { name: 'sign-in-network', free: limits.signInFailuresPerAddressAndHour, windowMs: hours(1) },
  registration: { name: 'registration', free: limits.registrationsPerAddressAndHour, windowMs: hours(1) },
  resetRequest: { name: 'reset-request', free: limits.registrationsPerAddressAndHour, windowMs: hours(1) },
  resetTry: { name: 'reset-try', free: limits.signInFailuresPerAddressAndHour, windowMs: hours(1) },
  verificationMail: { name: 'verification-mail', free: limits.registrationsPerAddressAndHour, windowMs: hours(1) },
} satisfies Record<string, Rule>;

/**
 * Counters in PostgreSQL, so that they hold for all servers and survive a restart; their keys are keyed hashes. Each is counted
 * outside of any transaction of a command, before the work it guards: forty tries at once are forty counts, not one.
 */
@Injectable()
export class RateLimit {
  constructor(private readonly source: DataSource, private readonly secrets: Secrets, private readonly clock: Clock, @Inject(CONFIG) private readonly config: Config) {}

  /** Counts one. @throws DomainError too_many_requests, with the seconds until the next try. */
  async take(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const key = this.key(rule, who);
    const now = this.clock.now();
    const counted: unknown[] = await this.source.query(
      `INSERT INTO platform.attempt AS a (key, count, window_ends_at) VALUES ($1, 1, $3)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN a.window_ends_at <= $2 THEN 1 ELSE a.count + 1 END,
         window_ends_at = CASE WHEN $5::float8 IS NOT NULL OR a.window_ends_at <= $2 THEN $3 ELSE a.window_ends_at END,
         blocked_until = CASE
           WHEN a.window_ends_at <= $2 OR a.count + 1 < $4::int THEN NULL
           WHEN $5::float8 IS NULL THEN a.window_ends_at
           ELSE $2::timestamptz + least($5::float8 * power(2, least(a.count + 1 - $4::int, 20)), $6::float8) * interval '1 millisecond' END
       WHERE a.blocked_until IS NULL OR a.blocked_until <= $2
       RETURNING count`,
      [key, now, later(now, rule.windowMs), rule.free, rule.growing?.firstMs ?? null, rule.growing?.longestMs ?? null],
    );
    if (counted.length > 0) return;
    const [row]: { blocked_until: Date | null }[] = await this.source.query(`SELECT blocked_until FROM platform.attempt WHERE key = $1`, [key]);
    const waitMs = (row?.blocked_until ?? now).getTime() - now.getTime();
    throw new DomainError('too_many_requests', {}, { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
  }

  /** Takes back one count: it was no failure after all. */
  async giveBack(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await this.source.query(`UPDATE platform.attempt SET count = count - 1, blocked_until = NULL WHERE key = $1 AND count > 0`, [this.key(rule, who)]);
  }

  /** Starts over, after a success. */
  async forget(rule: Rule, who: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await this.source.query(`DELETE FROM platform.attempt WHERE key = $1`, [this.key(rule, who)]);
  }

  private key = (rule: Rule, who: string) => this.secrets.mac('attempt', rule.name, who);
}

/** What is counted as one place in the network: an IPv4 address, or the /64 that a household or a dormitory room gets of IPv6. */
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
  return `${all.slice(0, 4).map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
