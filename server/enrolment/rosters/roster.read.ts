import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { RosterEntry } from '../../../contracts/sessions';
import type { ParticipationState } from '../../../contracts/participations';
import type { PrivacyLevel } from '../../../contracts/studies';
import { Clock } from '../../platform/concurrency/clock';
import { pageOfRows, readCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/http/errors';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { mayOnStudySql } from '../../studies/study.policy';
import { showsName } from './roster.rule';

interface Row {
  id: string;
  pseudonym: Buffer;
  state: ParticipationState;
  updated_at: Date;
  has_started: boolean;
  account_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
}

/**
 * The last entry of the previous page. Entries are in the order of their pseudonyms, which never
 * change and which the researcher does not learn in full; so the cursor names the participation.
 */
const Position = z.strictObject({ participation: z.uuid() });

/**
 * One page of a session's participants. The page is cut before anything is joined, and each link and
 * name is looked up by its key: OFFSET 0 keeps PostgreSQL from reading the whole table of links.
 * $1 session, $2 study, $3 the participation after which the page begins or null, $4 rows.
 */
const page = (names: boolean) => `
  WITH page AS MATERIALIZED (
    SELECT id, pseudonym, state, updated_at, started_at FROM research.participation
    WHERE session_id = $1 AND ($3::uuid IS NULL OR pseudonym >
      (SELECT pseudonym FROM research.participation WHERE id = $3 AND study_id = $2))
    ORDER BY pseudonym LIMIT $4)
  SELECT p.id, p.pseudonym, p.state, p.updated_at, p.started_at IS NOT NULL AS has_started,
    ${
      names
        ? `a.id AS account_id, a.first_name, a.last_name, a.email
  FROM page p
  LEFT JOIN LATERAL (SELECT account_id FROM identity.participation_link
    WHERE participation_id = p.id OFFSET 0) l ON true
  LEFT JOIN LATERAL (SELECT id, first_name, last_name, email FROM identity.person
    WHERE id = l.account_id OFFSET 0) a ON true`
        : `NULL AS account_id, NULL AS first_name, NULL AS last_name, NULL AS email
  FROM page p`
    }
  ORDER BY p.pseudonym`;

/**
 * The participants of a session, with names as far as the privacy level allows; each named
 * participant can see who saw the name, once a day (docs/domain.md, 4).
 */
@Injectable()
export class RosterRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the names of this page alone.
   * @throws DomainError not_found for a session that is not the researcher's own, validation_failed
   * for a broken cursor.
   */
  open(
    sessionId: string,
    { limit, cursor }: { limit: number; cursor?: string },
    { researcherId, requestId }: { researcherId: string; requestId: string },
  ): Promise<{ items: z.output<typeof RosterEntry>[]; next_cursor: string | null }> {
    const after = readCursor(Position, cursor);
    return this.unitOfWork.run(
      async (tx) => {
        const [session] = await tx.query<{ study_id: string; privacy_level: PrivacyLevel }>(
          `SELECT s.study_id, s.privacy_level FROM research.session s
           JOIN research.study_profile st ON st.id = s.study_id
           WHERE s.id = $1 AND ${mayOnStudySql('see_names', 'st', '$2')}`,
          [sessionId, researcherId],
        );
        if (!session) throw new DomainError('not_found');
        const { items: rows, next_cursor } = pageOfRows(
          await tx.query<Row>(page(session.privacy_level !== 'anonymous'), [
            sessionId,
            session.study_id,
            after?.participation ?? null,
            limit + 1,
          ]),
          limit,
          (last) => ({ participation: last.id }),
        );
        const named = rows.filter(
          (r) => r.account_id !== null && showsName(session.privacy_level, r.state, r.has_started),
        );
        if (named.length > 0) {
          await tx.query(
            `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id)
             SELECT id, account_id, $3, $4, $5
             FROM unnest($1::uuid[], $2::uuid[]) AS r (id, account_id)
             ON CONFLICT (account_id, researcher_id, session_id, ((at AT TIME ZONE 'UTC')::date)) DO NOTHING`,
            [
              named.map(() => timeOrderedId()),
              named.map((r) => r.account_id),
              researcherId,
              session.study_id,
              sessionId,
            ],
          );
        }
        await tx.audit(
          'roster-opened',
          {
            actor: researcherId,
            details: { study_id: session.study_id, session_id: sessionId, names: named.length },
          },
          this.clock.now(),
        );
        const shown = new Set(named);
        const items = rows.map((r) => ({
          pseudonym: r.pseudonym.toString('hex').slice(0, 8),
          participation_id: r.id,
          state: r.state,
          since: r.updated_at.toISOString(),
          first_name: shown.has(r) ? r.first_name : null,
          last_name: shown.has(r) ? r.last_name : null,
          email: shown.has(r) ? r.email : null,
        }));
        return { items, next_cursor };
      },
      { role: 'commonlab_link', requestId },
    );
  }
}
