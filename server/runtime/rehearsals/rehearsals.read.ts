import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { RehearsalMode } from '../../../contracts/runtime/rehearsal-limits';
import type {
  Rehearsal as View,
  RehearsalRun,
  RehearsalSummary,
} from '../../../contracts/runtime/rehearsals';
import { DomainError } from '../../platform/errors/errors';
import { rehearsalSummaryOf } from './rehearsal.rule';

interface Row {
  id: string;
  study_id: string;
  mode: RehearsalMode;
  participants: number;
  runtime: HostedRuntime;
  made_at: Date;
  expires_at: Date;
}
type RunOf = RehearsalRun & { rehearsal_id: string };
type ErrorOf = RehearsalSummary['errors'][number] & { rehearsal_id: string };

/**
 * How many errors of one rehearsal are listed at most. Errors that occurred for more participants
 * come first.
 */
const mostErrors = 50;

/** Reads rehearsals and their summaries, for the people of the study. */
@Injectable()
export class RehearsalsRead {
  constructor(private readonly source: DataSource) {}

  /** Reads the rehearsals of a study, the newest first. */
  async ofStudy(studyId: string): Promise<View[]> {
    return this.views(
      await this.source.query(
        `SELECT id, study_id, mode, participants, runtime, made_at, expires_at
         FROM research.rehearsal WHERE study_id = $1 ORDER BY made_at DESC, id`,
        [studyId],
      ),
    );
  }

  /** @throws DomainError not_found */
  async one(rehearsalId: string): Promise<View> {
    const [found] = await this.views(
      await this.source.query(
        `SELECT id, study_id, mode, participants, runtime, made_at, expires_at
         FROM research.rehearsal WHERE id = $1`,
        [rehearsalId],
      ),
    );
    if (!found) throw new DomainError('not_found');
    return found;
  }

  /** @throws DomainError not_found */
  async run(rehearsalId: string, runId: string): Promise<RehearsalRun> {
    const found = (await this.one(rehearsalId)).runs.find(({ _id }) => _id === runId);
    if (!found) throw new DomainError('not_found');
    return found;
  }

  private async views(rows: readonly Row[]): Promise<View[]> {
    const ids = rows.map(({ id }) => id);
    const runs: RunOf[] = await this.source.query(
      `SELECT r.rehearsal_id, r.id AS _id, r.number,
         CASE WHEN r.state = 'finished' THEN 'completed' ELSE r.outcome END AS outcome,
         r.stored_through AS records, r.events, r.lost, r.bytes, r.errors, r.condition->>'name' AS condition,
         r.ms, r.answers_ms, r.not_simulated, r.passed_pages, r.stuck_at
       FROM research.rehearsal_run r WHERE r.rehearsal_id = ANY($1::uuid[]) ORDER BY r.number`,
      [ids],
    );
    const errors: ErrorOf[] = await this.source.query(
      `SELECT r.rehearsal_id, e.message, e.file, e.line, count(DISTINCT r.id)::int AS runs
       FROM research.rehearsal_run r JOIN research.rehearsal_error e ON e.run_id = r.id
       WHERE r.rehearsal_id = ANY($1::uuid[])
       GROUP BY r.rehearsal_id, e.message, e.file, e.line
       ORDER BY runs DESC, min(encode(e.hash, 'hex'))`,
      [ids],
    );
    return rows.map(({ id, runtime, made_at, expires_at, ...row }) => {
      const ofThis = <T extends { rehearsal_id: string }>(all: readonly T[]) =>
        all
          .filter(({ rehearsal_id }) => rehearsal_id === id)
          .map(({ rehearsal_id: _, ...one }) => one);
      const own = ofThis(runs);
      return {
        ...row,
        _id: id,
        version_id: runtime.version_id,
        runs: own,
        summary: rehearsalSummaryOf(own, runtime.conditions, ofThis(errors).slice(0, mostErrors)),
        made_at: made_at.toISOString(),
        expires_at: expires_at.toISOString(),
      };
    });
  }
}
