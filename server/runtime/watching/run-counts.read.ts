import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SessionRunCounts } from '../../../contracts/runtime/live-runs';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { Clock } from '../../platform/concurrency/clock';
import { seesEventsAtOnceSql } from '../../studies/people/reader-by-day.sql';
import { mayOnStudySql } from '../../studies/study.policy';
import { isListedRunSql, hadErrorsSql, visibilityParams } from '../run-list/listed.sql';
import { isStalledRunSql } from '../run-list/stalled-run.sql';
import { privacyLevelForResearcher } from '../run/run-visibility';
import { displayedCounts, type RunCounts } from './displayed-counts.rule';

/** A researcher who watches a session. */
export interface RunWatcher {
  readonly session: string;
  readonly account: string;
  /** Whether their review as a researcher was approved: without it they learn no names. */
  readonly approved: boolean;
}

/** Counts open and stalled runs, and runs with errors, in sessions that researchers watch. */
@Injectable()
export class RunCountsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the privacy level at which each watcher may currently read the roster of the session.
   * @returns the levels in the order of the watchers; null for a person who may not read the study's
   * data
   */
  async levels(watchers: readonly RunWatcher[]): Promise<(PrivacyLevel | null)[]> {
    const rows: { place: number; privacy_level: PrivacyLevel; sees_names: boolean }[] =
      await this.source.query(
        `SELECT w.place::integer - 1 AS place, r.privacy_level,
           ${seesEventsAtOnceSql('st', 'r', 'w.account_id')} AS sees_names
         FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w (session_id, account_id, place)
         JOIN research.recruitment r ON r.id = w.session_id
         JOIN research.study_profile st ON st.id = r.study_id
         WHERE ${mayOnStudySql('read_data', 'st', 'w.account_id')}`,
        [watchers.map(({ session }) => session), watchers.map(({ account }) => account)],
      );
    const found = new Map(rows.map((row) => [row.place, row]));
    return watchers.map(({ approved }, place) => {
      const row = found.get(place);
      return row ? privacyLevelForResearcher(row, approved) : null;
    });
  }

  /**
   * Reads the counts of sessions of one privacy level by one statement. The counts are in the rows
   * of runs, so no record is read.
   */
  async ofSessions(
    level: PrivacyLevel,
    sessionIds: readonly string[],
  ): Promise<Map<string, SessionRunCounts>> {
    const [, ...seen] = visibilityParams({ session_id: '', level }, this.clock.now());
    const rows: (RunCounts & { session_id: string })[] = await this.source.query(
      `SELECT r.session_id, count(*) FILTER (WHERE r.state = 'open')::int AS open,
         count(*) FILTER (WHERE r.state = 'open' AND ${isStalledRunSql('r')} AND ${isListedRunSql('r')})::int
           AS stalled,
         count(*) FILTER (WHERE ${hadErrorsSql('r')} AND ${isListedRunSql('r')})::int AS errors
       FROM research.run r WHERE r.session_id = ANY($1::uuid[]) GROUP BY r.session_id`,
      [sessionIds, ...seen],
    );
    const found = new Map(rows.map((row) => [row.session_id, row]));
    const none = { open: 0, stalled: 0, errors: 0 };
    return new Map(sessionIds.map((id) => [id, displayedCounts(id, level, found.get(id) ?? none)]));
  }
}
