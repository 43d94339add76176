import type { DataSource } from 'typeorm';
import { seesParticipantNamesSql } from './roster.policy';

/*
 * A researcher may be forbidden to learn the name of a participant. A list that leaves out only
 * this participant would reveal when the participant takes part. So in sessions with names, this
 * researcher sees the events of a day only when the day is over. Until then, all participants
 * appear as in an anonymous session: in runs, messages, slots, returns, webhooks, durations and
 * exports of today's data.
 */

/**
 * SQL condition: in sessions with names, the account sees exact times only when the day is over.
 * @param account an SQL expression
 */
export const seesTimesOnlyAfterDaySql = (account: string): string =>
  `EXISTS (SELECT FROM identity.reader_by_day by_day WHERE by_day.account_id = ${account})`;

/**
 * SQL condition: the account sees events of the session as they happen, as far as the session's
 * privacy level allows.
 * @param study an alias as in `seesParticipantNamesSql`
 * @param session an alias as in `seesParticipantNamesSql`
 * @param account an SQL expression
 */
export const seesEventsAtOnceSql = (study: string, session: string, account: string): string =>
  `(${seesParticipantNamesSql(study, session, account)} AND NOT ${seesTimesOnlyAfterDaySql(account)})`;

export async function seesTimesOnlyAfterDay(
  on: Pick<DataSource, 'query'>,
  accountId: string,
): Promise<boolean> {
  const [row]: { by_day: boolean }[] = await on.query(
    `SELECT ${seesTimesOnlyAfterDaySql('$1::uuid')} AS by_day`,
    [accountId],
  );
  return row?.by_day === true;
}
