import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { Demographics } from '../../contracts/demographics';
import type { Transaction } from '../platform/db/unit-of-work';

/** Null for a question without an answer. The date is text, since a day has no time zone. */
type AccountDemographics = z.output<typeof Demographics>;

/** Inside a transaction or outside; also for the eligibility rules. */
export async function demographicsOfAccount(
  on: DataSource | Transaction,
  accountId: string,
): Promise<AccountDemographics> {
  const [row] = (await on.query(
    `SELECT to_char(date_of_birth, 'YYYY-MM-DD') AS date_of_birth, education_level
     FROM identity.demographics WHERE account_id = $1`,
    [accountId],
  )) as AccountDemographics[];
  return row ?? { date_of_birth: null, education_level: null };
}

/** Of several accounts in one statement, by account; an account without an answer is absent. */
export async function demographicsOfAccounts(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<Map<string, AccountDemographics>> {
  const rows = await tx.query<AccountDemographics & { account_id: string }>(
    `SELECT account_id, to_char(date_of_birth, 'YYYY-MM-DD') AS date_of_birth, education_level
     FROM identity.demographics WHERE account_id = ANY($1::uuid[])`,
    [accountIds],
  );
  return new Map(rows.map(({ account_id, ...answers }) => [account_id, answers]));
}

@Injectable()
export class DemographicsRead {
  constructor(private readonly source: DataSource) {}

  of(accountId: string): Promise<AccountDemographics> {
    return demographicsOfAccount(this.source, accountId);
  }
}
