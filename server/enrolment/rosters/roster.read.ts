import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { RosterEntry } from '../../../contracts/sessions';
import type { ParticipationState } from '../../../contracts/participations';
import type { PrivacyLevel } from '../../../contracts/studies';
import { Clock } from '../../platform/concurrency/clock';
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
 * The participants of a session, with names as far as the privacy level allows; each opening writes
 * a record that every named participant can see (docs/domain.md, 4).
 */
@Injectable()
export class RosterRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found for a session that is not the researcher's own. */
  open(
    sessionId: string,
    researcherId: string,
    requestId: string,
  ): Promise<z.output<typeof RosterEntry>[]> {
    return this.unitOfWork.run(
      async (tx) => {
        const [session] = await tx.query<{ study_id: string; privacy_level: PrivacyLevel }>(
          `SELECT s.study_id, s.privacy_level FROM research.session s
           JOIN research.study_profile st ON st.id = s.study_id
           WHERE s.id = $1 AND ${mayOnStudySql('see_names', 'st', '$2')}`,
          [sessionId, researcherId],
        );
        if (!session) throw new DomainError('not_found');
        const names = session.privacy_level !== 'anonymous';
        const rows = await tx.query<Row>(
          names
            ? `SELECT p.id, p.pseudonym, p.state, p.updated_at, p.started_at IS NOT NULL AS has_started,
            a.id AS account_id, a.first_name, a.last_name, a.email
             FROM research.participation p
             LEFT JOIN identity.participation_link l ON l.participation_id = p.id
             LEFT JOIN identity.person_contact a ON a.id = l.account_id
             WHERE p.session_id = $1 ORDER BY p.pseudonym`
            : `SELECT p.id, p.pseudonym, p.state, p.updated_at, p.started_at IS NOT NULL AS has_started,
            NULL AS account_id, NULL AS first_name, NULL AS last_name, NULL AS email
             FROM research.participation p WHERE p.session_id = $1 ORDER BY p.pseudonym`,
          [sessionId],
        );
        const named = rows.filter(
          (r) => r.account_id !== null && showsName(session.privacy_level, r.state, r.has_started),
        );
        if (named.length > 0) {
          await tx.query(
            `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id)
             SELECT id, account_id, $3, $4, $5
             FROM unnest($1::uuid[], $2::uuid[]) AS r (id, account_id)`,
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
        return rows.map((r) => ({
          pseudonym: r.pseudonym.toString('hex').slice(0, 8),
          participation_id: r.id,
          state: r.state,
          since: r.updated_at.toISOString(),
          first_name: shown.has(r) ? r.first_name : null,
          last_name: shown.has(r) ? r.last_name : null,
          email: shown.has(r) ? r.email : null,
        }));
      },
      { role: 'commonlab_link', requestId },
    );
  }
}
