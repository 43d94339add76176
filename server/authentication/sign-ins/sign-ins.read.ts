import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import { Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { listSignIns } from '../../../contracts/authentication/sign-ins';
import { Clock } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import type { Person } from '../../access/person';

type SignInRecord = EndpointResponseBody<typeof listSignIns>['items'][number];
type Row = Omit<SignInRecord, 'created_at' | 'last_used_at' | 'expires_at'> & {
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
};
const Position = z.tuple([Id]);

@Injectable()
export class SignInsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists the sign-ins of an account, newest first. Sorts them by their ids, which increase with
   * time.
   */
  async of(
    { account_id, token_id }: Person,
    {
      limit = limits.pageSize,
      cursor,
    }: { limit?: number | undefined; cursor?: string | undefined },
  ): Promise<EndpointResponseBody<typeof listSignIns>> {
    const rows: Row[] = await this.source.query(
      `SELECT id AS _id, device, method, second_factor, remembered, id = $2 AS current, created_at, last_used_at, expires_at
       FROM identity.sign_in WHERE account_id = $1 AND expires_at > $3 AND ($4::uuid IS NULL OR id < $4) ORDER BY id DESC LIMIT $5`,
      [
        account_id,
        token_id,
        this.clock.now(),
        decodeCursor(Position, cursor)?.[0] ?? null,
        limit + 1,
      ],
    );
    const records = rows.map((r) => ({
      ...r,
      created_at: r.created_at.toISOString(),
      last_used_at: r.last_used_at.toISOString(),
      expires_at: r.expires_at.toISOString(),
    }));
    return pageOfRows(records, limit, (last) => [last._id]);
  }
}
