import type { DataSource } from 'typeorm';
import { seesNamesSql } from './roster.policy';

/*
 * A researcher from whom names are withheld reads what lists show at the moment when it happens (runs, messages, slots,
 * returns, webhooks, exports of today, minutes) as one who may learn no names: of all participants, since a list that lacks
 * one alone would tell at which moment that person takes part.
 */

/**
 * SQL condition: for sessions with names, lists show the account exact times only when the day is over.
 * @param account an SQL expression
 */
export const isReaderByDaySql = (account: string): string =>
  `EXISTS (SELECT FROM identity.reader_by_day by_day WHERE by_day.account_id = ${account})`;

/**
 * SQL condition: the account sees events of the session immediately, within its privacy level.
 * @param study
 * @param session
 * @param account as of `seesNamesSql`
 */
export const seesMomentsSql = (study: string, session: string, account: string): string =>
  `(${seesNamesSql(study, session, account)} AND NOT ${isReaderByDaySql(account)})`;

export async function isReaderByDay(
  on: Pick<DataSource, 'query'>,
  accountId: string,
): Promise<boolean> {
  const [row]: { by_day: boolean }[] = await on.query(
    `SELECT ${isReaderByDaySql('$1::uuid')} AS by_day`,
    [accountId],
  );
  return row?.by_day === true;
}
