import { Injectable } from '@nestjs/common';
import { noAnswers, type Demographics } from '../../../contracts/accounts/demographics';
import { answerFields } from '../../../contracts/accounts/profile-answers';
import { LinkReads } from '../../platform/db/link-reads';
import { prepared } from '../../platform/db/prepared';
import { rowsOf, type PagedRows, type Snapshot } from '../../platform/db/snapshot';

/** Null for a question without an answer. The date is text, since a day has no time zone. */
export type AccountDemographics = Demographics;

/*
 * Answers about oneself single people out, so the application's own role cannot read them: a statement
 * that joins them with participations has to be written for commonlab_link
 * (docs/decisions/counts-of-people.md).
 */
const read = prepared<AccountDemographics & { account_id: string }>(
  'demographics',
  `SELECT account_id, to_char(date_of_birth, 'YYYY-MM-DD') AS date_of_birth, ${answerFields.join(', ')}
   FROM identity.demographics WHERE account_id = ANY($1::uuid[])`,
);

/**
 * The demographics of several accounts in one statement, by account; an account without an answer is absent.
 */
export async function demographicsOfAccounts(
  links: LinkReads,
  accountIds: readonly string[],
): Promise<Map<string, AccountDemographics>> {
  const rows = await read(links, [accountIds]);
  return new Map(rows.map(({ account_id, ...answers }) => [account_id, answers]));
}

/** The demographics of one account; also for the eligibility rules. */
export async function demographicsOfAccount(
  links: LinkReads,
  accountId: string,
): Promise<AccountDemographics> {
  const known = await demographicsOfAccounts(links, [accountId]);
  return known.get(accountId) ?? noAnswers;
}

/** The rows for the account holder's copy of their own data. */
export const demographicsRows = (snapshot: Snapshot, accountId: string): PagedRows['pages'] =>
  rowsOf(
    snapshot.pages<{ row: object }>(
      `SELECT to_jsonb(d) - 'account_id' AS row FROM identity.demographics d WHERE d.account_id = $1`,
      [accountId],
      'commonlab_link',
    ),
  );

@Injectable()
export class DemographicsRead {
  constructor(private readonly links: LinkReads) {}

  of(accountId: string): Promise<AccountDemographics> {
    return demographicsOfAccount(this.links, accountId);
  }
}
