import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SessionBatchDocument } from '../../../contracts/runtime/batch-session';
import type { Person } from '../../access/person';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { prepared } from '../../platform/db/prepared';
import { DomainError } from '../../platform/errors/errors';
import type { Json } from '../record-format/json.rule';
import { withholdTimes } from '../withholding/withheld.rule';
import { visibilityOf } from '../run/run-visibility';
import { emptyBatchSession, type BatchSessionRow } from './batch-session.sql';

/**
 * Reads a participant's run and the document of its session. Pages send this request every few
 * seconds, so the query must be fast: it finds the run by a single index, the index on the
 * participation.
 */
const ofParticipation = prepared<{
  is_open: boolean;
  version: number | null;
  document: string | null;
}>(
  'batch-session',
  `SELECT r.state = 'open' AS is_open, b.version,
     CASE WHEN b.version > $2::int THEN b.document END AS document
   FROM (SELECT session_id, state FROM research.run WHERE participation_id = $1
     ORDER BY attempt DESC LIMIT 1) r
   LEFT JOIN research.batch_session b ON b.session_id = r.session_id`,
);

interface Seen extends BatchSessionRow {
  changed_on: string;
  day: string | null;
  last_day: string | null;
  is_over: boolean;
}

/** Reads the data that the participants of a session share. */
@Injectable()
export class BatchSessionRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Returns the id of the session of a participation; undefined if it has not begun. */
  async sessionOf(participationId: string): Promise<string | undefined> {
    const [row]: { session_id: string }[] = await this.source.query(
      `SELECT session_id FROM research.run WHERE participation_id = $1 LIMIT 1`,
      [participationId],
    );
    return row?.session_id;
  }

  /**
   * Reads the document for a participant.
   * @param after the version that the caller knows; -1 for none
   * @throws DomainError not_found before the participation has begun, run_ended once it is over:
   *   only participants who take part may read what others share
   */
  async ofParticipation(
    participationId: string,
    after = -1,
  ): Promise<Pick<BatchSessionRow, 'version'> & Partial<BatchSessionRow>> {
    const [row] = await ofParticipation(this.source, [participationId, after]);
    if (!row) throw new DomainError('not_found');
    if (!row.is_open) throw new DomainError('run_ended');
    const { version, document } = row;
    if (version === null) return after < 0 ? emptyBatchSession : { version: 0 };
    return document === null ? { version } : { version, document };
  }

  /**
   * Reads the complete document, for the researchers of the session. A researcher who watches a participant at work
   * while the document changes learns who made the change (docs/domain.md, 4). So at a privacy level that hides
   * names, the document is shown only once no participant is working any more.
   * @throws DomainError not_found
   */
  async ofSession(sessionId: string, person: Person): Promise<SessionBatchDocument> {
    const { level } = await visibilityOf(this.source.manager, sessionId, person);
    const [row]: Seen[] = await this.source.query(
      `SELECT b.version, b.document, b.changed_on::text AS changed_on, r.day, r.last_day,
         s.closed_at IS NOT NULL AND b.changed_on < $2::date
           AND coalesce(r.last_day::date < $2::date, true) AND NOT coalesce(r.is_open, false) AS is_over
       FROM research.recruitment s
         LEFT JOIN research.batch_session b ON b.session_id = s.id
         LEFT JOIN LATERAL (SELECT min(day)::text AS day, max(last_day)::text AS last_day,
           bool_or(state = 'open') AS is_open FROM research.run WHERE session_id = s.id) r ON true
       WHERE s.id = $1 AND b.session_id IS NOT NULL`,
      [sessionId, utcDay(this.clock.now())],
    );
    const isNamed = level === 'roster_on_start';
    if (!row) return { shown: isNamed, document: null, withheld: 0 };
    if (!isNamed && !row.is_over) return { shown: false, document: null, withheld: 0 };
    const document = JSON.parse(row.document) as Json;
    if (level !== 'anonymous') return { shown: true, document, withheld: 0 };
    const days = { day: row.day ?? row.changed_on, last_day: row.last_day ?? row.changed_on };
    const { value, count } = withholdTimes(document, days);
    return { shown: true, document: value, withheld: count };
  }
}
