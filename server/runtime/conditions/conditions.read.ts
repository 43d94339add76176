import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Conditions, SessionConditions } from '../../../contracts/study-files/conditions';
import type { Person } from '../../access/person';
import { rosterShowsSeatSql } from '../../enrolment/model/participation-facts.sql';
import { eventsHiddenSince } from '../../enrolment/model/state-of-day';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { visibilityOf } from '../run/run-visibility';

interface Launched {
  conditions: Conditions | null;
  closed: boolean;
}
interface Count {
  cell: number;
  seats: number;
  finished: number;
}

/** Counts how many participants of a session have each condition, for the researchers who run it. */
@Injectable()
export class ConditionsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found */
  async ofSession(sessionId: string, person: Person): Promise<SessionConditions> {
    const { level } = await visibilityOf(this.source.manager, sessionId, person);
    const resolution = level === 'anonymous' ? 'day' : 'moment';
    const { conditions, closed } = await this.launched(sessionId);
    if (!conditions) return { draw: null, resolution, totals: null };
    const { draw, blinded, cells } = conditions;
    if (blinded && !closed) return { draw, resolution, totals: null };
    const counts = await this.counts(sessionId, resolution);
    const totals = cells.map(({ name, share }, cell) => {
      const count = counts.find((one) => one.cell === cell);
      return { name, share, seats: count?.seats ?? 0, finished: count?.finished ?? 0 };
    });
    return { draw, resolution, totals };
  }

  private async launched(sessionId: string): Promise<Launched> {
    const [row]: Launched[] = await this.source.query(
      `SELECT nullif(snapshot->'runtime'->'conditions', 'null') AS conditions, state = 'closed' AS closed
       FROM research.recruitment WHERE id = $1`,
      [sessionId],
    );
    return row ?? { conditions: null, closed: false };
  }

  /**
   * Counts the participants by condition. In anonymous sessions, counts only runs that began before
   * today (UTC), and only participants whom the researcher's list shows. Otherwise a researcher who
   * sees a participant start could see the total of one condition grow at that moment, and would
   * know the participant's condition (docs/domain.md, 4).
   */
  private counts(sessionId: string, resolution: SessionConditions['resolution']): Promise<Count[]> {
    const now = this.clock.now();
    return this.source.query(
      `SELECT r.cell, count(*)::int AS seats,
         count(*) FILTER (WHERE EXISTS (SELECT FROM research.run f
           WHERE f.participation_id = r.participation_id AND f.state = 'finished'
             AND ($2::date IS NULL OR f.last_day < $2::date)))::int AS finished
       FROM research.run r
       WHERE r.session_id = $1 AND r.attempt = 1 AND r.cell IS NOT NULL
         AND ${rosterShowsSeatSql('r.participation_id', '$3')} AND ($2::date IS NULL OR r.day < $2::date)
       GROUP BY r.cell`,
      [
        sessionId,
        resolution === 'day' ? utcDay(now) : null,
        resolution === 'day' ? eventsHiddenSince('anonymous', now) : null,
      ],
    );
  }
}
