import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config';
import { Clock } from '../platform/concurrency/clock';
import { Batcher } from '../platform/concurrency/batcher';
import { prepared } from '../platform/db/prepared';
import type { Person } from './person';
import { sha256 } from '../platform/security/secrets';
import { TokenLastUsed } from './token-last-used';

interface Row extends Omit<Person, 'second_factor_missing'> {
  hash: Buffer;
  last_used_at: Date;
}

/** The current rights of the account that a valid token belongs to. */
interface Held {
  administrator: boolean;
  approved: boolean;
}

/**
 * Finds accounts by the hashes of their tokens.
 * - The LATERAL joins with LIMIT 1 force PostgreSQL to use the indexes. Otherwise it would scan all
 *   accounts while it has no statistics.
 * - The subquery hides the number of hashes from the planner. If the planner knew it, PostgreSQL
 *   would make a new plan for each request, and planning takes five times as long as the lookup.
 */
const people = prepared<Row>(
  'people-by-token',
  `SELECT t.hash, t.id AS token_id, a.id AS account_id, a.status, a.role, a.is_researcher,
    a.researcher_privilege, a.language, t.proved_at AS signed_in_at, t.last_used_at, t.second_factor
   FROM unnest((SELECT $1::bytea[])) AS asked (hash)
     CROSS JOIN LATERAL (SELECT * FROM identity.token WHERE token.hash = asked.hash LIMIT 1) t
     CROSS JOIN LATERAL (SELECT * FROM identity.account WHERE account.id = t.account_id LIMIT 1) a
   WHERE t.expires_at > $2 AND a.disabled_at IS NULL`,
);

/**
 * Resolves the token of a sign-in to its account. Concurrent requests share one query. Nothing is
 * cached, so the next request with a revoked token is refused.
 */
@Injectable()
export class PersonRead {
  private readonly byHash: Batcher<Buffer, Person | undefined>;

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly tokenLastUsed: TokenLastUsed,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.byHash = new Batcher((hashes) => this.byHashes(hashes), { max: 500 });
  }

  /** @returns undefined for an unknown, expired or revoked token. */
  byToken(token: string): Promise<Person | undefined> {
    return this.byHash.load(sha256(token));
  }

  /**
   * Finds out, for open connections, which of these tokens are still valid. Reads for each valid
   * token whether its account is an administrator or an approved researcher. Unlike a request, this
   * does not change the time of the token's last use.
   */
  async holding(tokenIds: readonly string[]): Promise<Map<string, Held>> {
    const rows: (Pick<Person, 'role' | 'second_factor' | 'researcher_privilege'> & {
      id: string;
    })[] = await this.source.query(
      `SELECT t.id, a.role, a.researcher_privilege, t.second_factor
       FROM identity.token t JOIN identity.account a ON a.id = t.account_id
       WHERE t.id = ANY($1::uuid[]) AND t.expires_at > $2 AND a.disabled_at IS NULL`,
      [tokenIds, this.clock.now()],
    );
    return new Map(
      rows.map((row) => [
        row.id,
        {
          administrator: row.role === 'ADMINISTRATOR' && !this.lacksSecondFactor(row),
          approved: row.researcher_privilege === true,
        },
      ]),
    );
  }

  private async byHashes(hashes: Buffer[]): Promise<(Person | undefined)[]> {
    const rows = await people(this.source, [hashes, this.clock.now()]);
    for (const { token_id, last_used_at } of rows) this.tokenLastUsed.note(token_id, last_used_at);
    const found = new Map(
      rows.map(({ hash, ...row }) => [hash.toString('latin1'), this.person(row)]),
    );
    return hashes.map((hash) => found.get(hash.toString('latin1')));
  }

  /**
   * Converts a row to a Person. If this server requires a second factor of administrators, an
   * administrator who signed in without a second factor gets no role.
   */
  private person({ last_used_at: _, ...row }: Omit<Row, 'hash'>): Person {
    const second_factor_missing = this.lacksSecondFactor(row);
    return { ...row, role: second_factor_missing ? null : row.role, second_factor_missing };
  }

  private lacksSecondFactor({
    role,
    second_factor,
  }: {
    role: Person['role'];
    second_factor: boolean;
  }): boolean {
    return role === 'ADMINISTRATOR' && this.config.administratorsNeedSecondFactor && !second_factor;
  }
}
