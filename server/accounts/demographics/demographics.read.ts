import { Injectable } from '@nestjs/common';
import { emptyDemographics, type Demographics } from '../../../contracts/accounts/demographics';
import { profileAnswerFields } from '../../../contracts/accounts/profile-answers';
import { IdentityLinkReadPool } from '../../platform/db/link-reads';
import { prepared } from '../../platform/db/prepared';
import { unwrapRows, type PagedRows, type Snapshot } from '../../platform/db/snapshot';

/**
 * An account's answers; null for a question without an answer. The birthday is a text, because a
 * day has no time zone.
 */
export type AccountDemographics = Demographics;

/*
 * Answers about oneself can identify a person, so the application's own role cannot read them. A
 * statement that joins them with participations must be written for the role commonlab_link
 * (docs/decisions/counts-of-people.md).
 */
const read = prepared<AccountDemographics & { account_id: string }>(
  'demographics',
  `SELECT account_id, to_char(date_of_birth, 'YYYY-MM-DD') AS date_of_birth, ${profileAnswerFields.join(', ')}
   FROM identity.demographics WHERE account_id = ANY($1::uuid[])`,
);

/**
 * Reads the demographics of several accounts with one statement. An account without any answer is
 * missing in the result.
 */
export async function demographicsOfAccounts(
  links: IdentityLinkReadPool,
  accountIds: readonly string[],
): Promise<Map<string, AccountDemographics>> {
  const rows = await read(links, [accountIds]);
  return new Map(rows.map(({ account_id, ...answers }) => [account_id, answers]));
}

/** Reads the demographics of one account, for the account holder and for eligibility rules. */
export async function demographicsOfAccount(
  links: IdentityLinkReadPool,
  accountId: string,
): Promise<AccountDemographics> {
  const known = await demographicsOfAccounts(links, [accountId]);
  return known.get(accountId) ?? emptyDemographics;
}

/** Reads the person's answers as rows of the data export. */
export const demographicsExportRows = (snapshot: Snapshot, accountId: string): PagedRows['pages'] =>
  unwrapRows(
    snapshot.pages<{ row: object }>(
      `SELECT to_jsonb(d) - 'account_id' AS row FROM identity.demographics d WHERE d.account_id = $1`,
      [accountId],
      'commonlab_link',
    ),
  );

@Injectable()
export class DemographicsRead {
  constructor(private readonly links: IdentityLinkReadPool) {}

  of(accountId: string): Promise<AccountDemographics> {
    return demographicsOfAccount(this.links, accountId);
  }
}
