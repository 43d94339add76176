import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { Clock, days, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { readStudyPeople } from '../../studies/people/study-owner';
import { seesEventsAtOnceSql } from '../../studies/people/reader-by-day.sql';
import { mayOnStudySql } from '../../studies/study.policy';
import { neverBeganSql, visibilityParams } from '../run-list/listed.sql';
import { privacyLevelForResearcher } from '../run/run-visibility';

/** Emails are sent for sessions that are open, or closed at most this many days ago. */
const closedForDays = 40;

/**
 * SQL: sessions `s` with runs whose page reported that the study did not start.
 * @param since an operand: sessions that closed before this time are left out
 */
const sessionsWithSuch = (since: string): string =>
  `research.recruitment s
   WHERE (s.closed_at IS NULL OR s.closed_at > ${since})
     AND s.id IN (SELECT r.session_id FROM research.run_error e JOIN research.run r ON r.id = e.run_id
       WHERE e.kind = 'not_started')`;

interface Untold {
  account_id: string;
  privacy_level: PrivacyLevel;
  sees_names: boolean;
  approved: boolean;
}

/**
 * Notifies the owner and the editors of a study, once for each session, that a run of the session
 * never began. A person gets the email as soon as this person may see on the page of the session
 * that the run never began. In anonymous sessions, that is the day after the run ended, or after
 * the participant timed out, so that the email reveals no point in time (docs/domain.md, 4).
 */
@Injectable()
export class NeverBeganJob implements ScheduledJob {
  readonly name = 'never-began';
  readonly everyMs = minutes(1);

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM ${sessionsWithSuch(`${now} - make_interval(hours => ${closedForDays * 24})`)})`;
  }

  /** @returns how many people will get an email */
  async run(): Promise<number> {
    const sessions: { id: string; study_id: string }[] = await this.source.query(
      `SELECT s.id, s.study_id FROM ${sessionsWithSuch('$1::timestamptz')}`,
      [addMilliseconds(this.clock.now(), -days(closedForDays))],
    );
    let told = 0;
    for (const { id, study_id } of sessions)
      for (const one of await this.untold(id, study_id)) if (await this.tell(id, one)) told++;
    return told;
  }

  private async untold(sessionId: string, studyId: string): Promise<Untold[]> {
    const accounts = await readStudyPeople(this.source, studyId);
    return this.source.query(
      `SELECT p.account_id, s.privacy_level, ${seesEventsAtOnceSql('st', 's', 'p.account_id')} AS sees_names,
         a.researcher_privilege IS TRUE AS approved
       FROM research.recruitment s JOIN research.study_profile st ON st.id = s.study_id
       CROSS JOIN unnest($2::uuid[]) AS p (account_id)
       JOIN identity.account_profile a ON a.id = p.account_id
       WHERE s.id = $1 AND ${mayOnStudySql('edit', 'st', 'p.account_id')}
         AND NOT EXISTS (SELECT FROM research.told_never_began t
           WHERE t.session_id = s.id AND t.account_id = p.account_id)`,
      [sessionId, accounts],
    );
  }

  private async tell(session_id: string, { account_id, approved, ...sees }: Untold) {
    const visibility = { session_id, level: privacyLevelForResearcher(sees, approved) };
    const [session, level, today] = visibilityParams(visibility, this.clock.now());
    return this.unitOfWork.run(async (tx) => {
      const told = await tx.query<{ session_id: string }>(
        `INSERT INTO research.told_never_began (session_id, account_id)
         SELECT $1::uuid, $4::uuid
         WHERE EXISTS (SELECT FROM research.run r
           WHERE r.session_id = $1::uuid AND ${neverBeganSql('r')})
         ON CONFLICT DO NOTHING RETURNING session_id`,
        [session, level, today, account_id],
      );
      if (told.length > 0) tx.record('runtime.never-began', { session_id, account_id });
      return told.length > 0;
    });
  }
}
