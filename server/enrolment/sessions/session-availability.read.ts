import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeatAvailability } from '../../../contracts/live/live';
import type { SessionCounts } from '../../../contracts/enrolment/sessions';
import type { Session } from '../model/session.entity';
import { readableSessionsSql } from './session.read';
import { Clock } from '../../platform/concurrency/clock';
import { sessionStateAtSql } from '../model/session-facts.sql';
import { sessionCountsOf, spotsAvailable } from '../model/session.rule';
import { collaboratorRolesSql, mayOnStudySql, type StudyPeople } from '../../studies/study.policy';

/**
 * The present state of a session, for live updates (docs/api-conventions.md). `public` has no
 * counts and is for all people; `own` has counts and is for the study's researchers. The people of
 * the study are included, so that the server knows who may get `own`.
 */
export interface SessionAvailability extends StudyPeople {
  /** A session that was not launched is visible to its researchers alone. */
  launched: boolean;
  audience: Session['audience'];
  link_key: string | null;
  public: SeatAvailability;
  own: SeatAvailability;
}

type Row = SessionCounts &
  StudyPeople & {
    session_id: string;
    study_id: string;
    state: SeatAvailability['state'];
    capacity: number;
    version: number;
    launched: boolean;
    audience: Session['audience'];
    link_key: string | null;
  };

/** Reads the state of sessions; each caller adds a condition. $2 is the current time. */
const select = `SELECT s.id AS session_id, s.study_id,
  ${sessionStateAtSql('s', '$2::timestamptz')} AS state, s.capacity, s.version, s.offered, s.enrolled, s.started,
  s.completed, s.waitlisted, s.withdrawn, s.timed_out, st.owner_id,
  ${collaboratorRolesSql('st')} AS collaborators,
  s.launched_at IS NOT NULL AS launched, s.audience, s.link_key
  FROM research.session s JOIN research.study_profile st ON st.id = s.study_id`;

/**
 * The sessions to watch: all public sessions of some studies, single sessions, the sessions of
 * private links, and the sessions on the dashboards of some accounts.
 */
export interface WatchedSessions {
  study: readonly string[];
  session: readonly string[];
  /** The keys of private links through which the session is watched. */
  link: readonly string[];
  /** The accounts whose dashboards watch the session. */
  dashboard: readonly string[];
}

/**
 * SQL: the current versions of the watched sessions. A closed session stays in the result for a
 * minute, so that every subscriber learns that it closed.
 */
const versions = `
  WITH shown AS (
    SELECT id, version, state, closed_at FROM research.session
    WHERE study_id = ANY($1::uuid[]) AND launched_at IS NOT NULL AND audience = 'catalogue'
    UNION SELECT id, version, state, closed_at FROM research.session
    WHERE link_key = ANY($5::text[]) AND launched_at IS NOT NULL
    UNION SELECT id, version, state, closed_at FROM research.session WHERE id = ANY($2::uuid[])
    UNION SELECT s.id, s.version, s.state, s.closed_at FROM research.study_profile st
    JOIN research.session s ON s.study_id = st.id WHERE ${mayOnStudySql('read', 'st', 'ANY($3::uuid[])')}
  )
  SELECT id, version FROM shown WHERE state <> 'closed' OR closed_at > $4::timestamptz - interval '1 minute'`;

const tileOf = (row: Row): SessionAvailability => {
  const open: SeatAvailability = {
    session_id: row.session_id,
    study_id: row.study_id,
    state: row.state,
    capacity: row.capacity,
    spots_available: spotsAvailable(row),
    version: row.version,
  };
  return {
    owner_id: row.owner_id,
    collaborators: row.collaborators,
    launched: row.launched,
    audience: row.audience,
    link_key: row.link_key,
    public: open,
    own: { ...open, counts: sessionCountsOf(row) },
  };
};

@Injectable()
export class SessionAvailabilityRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  versions({
    study,
    session,
    link,
    dashboard,
  }: WatchedSessions): Promise<{ id: string; version: number }[]> {
    return this.source.query(versions, [study, session, dashboard, this.clock.now(), link]);
  }

  async byIds(ids: readonly string[]): Promise<SessionAvailability[]> {
    const rows: Row[] = await this.source.query(`${select} WHERE s.id = ANY($1::uuid[])`, [
      ids,
      this.clock.now(),
    ]);
    return rows.map(tileOf);
  }

  /**
   * Reads every launched public session of a study; empty for a study that never recruited or does
   * not exist.
   */
  async byStudy(studyId: string): Promise<SessionAvailability[]> {
    const rows: Row[] = await this.source.query(
      `${select} WHERE s.study_id = $1 AND s.launched_at IS NOT NULL AND s.audience = 'catalogue'`,
      [studyId, this.clock.now()],
    );
    return rows.map(tileOf);
  }

  /** Reads the launched session that has this private link; empty if no launched session has it. */
  async byLink(key: string): Promise<SessionAvailability[]> {
    const rows: Row[] = await this.source.query(
      `${select} WHERE s.link_key = $1 AND s.launched_at IS NOT NULL`,
      [key, this.clock.now()],
    );
    return rows.map(tileOf);
  }

  /**
   * Checks for each pair whether the account may read the study of the session.
   * @returns the indexes of the pairs whose account may read the study
   */
  async mayRead(
    watched: readonly { session: string; account: string }[],
  ): Promise<ReadonlySet<number>> {
    const rows: { place: number }[] = await this.source.query(
      `SELECT w.place::integer - 1 AS place
       FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w (session_id, account_id, place)
       JOIN research.session s ON s.id = w.session_id
       JOIN research.study_profile st ON st.id = s.study_id
       WHERE ${mayOnStudySql('read', 'st', 'w.account_id')}`,
      [watched.map(({ session }) => session), watched.map(({ account }) => account)],
    );
    return new Set(rows.map(({ place }) => place));
  }

  async byOwner(ownerId: string): Promise<SessionAvailability[]> {
    const rows: Row[] = await this.source.query(
      `${select} WHERE s.id = ANY(ARRAY(
         SELECT own.id FROM ${readableSessionsSql('$1')} own ORDER BY own.id DESC LIMIT 2000))
       ORDER BY s.id DESC`,
      [ownerId, this.clock.now()],
    );
    return rows.map(tileOf);
  }
}
