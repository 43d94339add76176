import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Availability } from '../../../contracts/live';
import type { Counts } from '../../../contracts/sessions';
import { countsOf } from './session-view';
import { spotsAvailable } from './session.rule';

/**
 * A session as it is now, and whose it is. Without counts for everybody, with counts for its
 * researchers (API.md, live updates).
 */
export interface SessionAvailability {
  owner_id: string;
  public: Availability;
  own: Availability;
}

type Row = Counts & {
  session_id: string;
  study_id: string;
  state: Availability['state'];
  capacity: number;
  version: number;
  owner_id: string;
};

const select = `SELECT s.id AS session_id, s.study_id, s.state, s.capacity, s.version,
    s.offered, s.enrolled, s.started, s.completed, s.waitlisted, s.withdrawn, s.timed_out, st.owner_id
  FROM research.session s JOIN research.study st ON st.id = s.study_id`;

const tileOf = (row: Row): SessionAvailability => {
  const open: Availability = {
    session_id: row.session_id,
    study_id: row.study_id,
    state: row.state,
    capacity: row.capacity,
    spots_available: spotsAvailable(row),
    version: row.version,
  };
  return { owner_id: row.owner_id, public: open, own: { ...open, counts: countsOf(row) } };
};

@Injectable()
export class SessionAvailabilityRead {
  constructor(private readonly source: DataSource) {}

  async byIds(ids: readonly string[]): Promise<SessionAvailability[]> {
    const rows: Row[] = await this.source.query(`${select} WHERE s.id = ANY($1::uuid[])`, [ids]);
    return rows.map(tileOf);
  }

  /**
   * Every launched session of a study; empty for a study that never recruited or does not exist.
   */
  async byStudy(studyId: string): Promise<SessionAvailability[]> {
    const rows: Row[] = await this.source.query(
      `${select} WHERE s.study_id = $1 AND s.launched_at IS NOT NULL`,
      [studyId],
    );
    return rows.map(tileOf);
  }

  async byOwner(ownerId: string): Promise<SessionAvailability[]> {
    const rows: Row[] = await this.source.query(
      `${select} WHERE st.owner_id = $1 ORDER BY s.id DESC LIMIT 2000`,
      [ownerId],
    );
    return rows.map(tileOf);
  }
}
