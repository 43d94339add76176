import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../platform/clock';
import { Gather } from '../platform/gather';
import { prepared } from '../platform/prepared';
import type { Person } from '../platform/request';
import { sha256 } from '../platform/secrets';

interface Row extends Person { hash: Buffer }

const people = prepared<Row>(
  'people-by-token',
  `SELECT t.hash, t.id AS token_id, a.id AS account_id, a.status, a.role, a.is_researcher, a.researcher_privilege, a.language
   FROM identity.token t JOIN identity.account a ON a.id = t.account_id
   WHERE t.hash = ANY($1::bytea[]) AND t.expires_at > $2`,
);

/**
 * Who a bearer token belongs to. Requests that arrive together are checked together, always in the database: nothing is
 * kept, so a revoked token is refused by the very next request.
 */
@Injectable()
export class PersonRead {
  private readonly gather: Gather<Buffer, Person | undefined>;

  constructor(private readonly source: DataSource, private readonly clock: Clock) {
    this.gather = new Gather((hashes) => this.byHashes(hashes), { max: 500 });
  }

  /** @returns undefined for an unknown, expired or revoked token. */
  byToken(token: string): Promise<Person | undefined> {
    return this.gather.ask(sha256(token));
  }

  private async byHashes(hashes: Buffer[]): Promise<(Person | undefined)[]> {
    const rows = await people(this.source, [hashes, this.clock.now()]);
    const byHash = new Map(rows.map(({ hash, ...person }) => [hash.toString('latin1'), person]));
    return hashes.map((hash) => byHash.get(hash.toString('latin1')));
  }
}
