import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A count of failed sign-ins. `network` is a short hash that only distinguishes networks. */
export interface FailedSignInCount {
  id: string;
  hour: Date;
  /** The hour as the database writes it, to the microsecond. */
  hour_text: string;
  network: string;
  count: number;
  account_id: string | null;
  first_name: string | null;
  last_name: string | null;
}

export interface FailedSignInsFilter {
  readonly person?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The time and the id of the last row of the previous page. */
  readonly after: readonly [string, string] | null;
  readonly limit: number;
}

@Injectable()
export class FailedSignInsRead {
  constructor(private readonly source: DataSource) {}

  /** Reads a page of the counts, the newest first, with the current names of the account holders. */
  page({ person, from, to, after, limit }: FailedSignInsFilter): Promise<FailedSignInCount[]> {
    return this.source.query(
      `SELECT f.id, f.hour, to_char(f.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS hour_text,
         encode(substring(f.network FROM 1 FOR 6), 'hex') AS network, f.count, f.account_id, p.first_name, p.last_name
       FROM identity.failed_sign_in f LEFT JOIN identity.person p ON p.id = f.account_id
       WHERE ($1::uuid IS NULL OR f.account_id = $1)
         AND ($2::timestamptz IS NULL OR f.hour >= $2) AND ($3::timestamptz IS NULL OR f.hour < $3)
         AND ($4::timestamptz IS NULL OR (f.hour, f.id) < ($4, $5::uuid))
       ORDER BY f.hour DESC, f.id DESC LIMIT $6`,
      [person ?? null, from ?? null, to ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
    );
  }
}
