import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { countQuarterHours } from '../../../contracts/teaching/credit.rule';
import { ParticipationsOfAccountRead } from '../../enrolment/participations/participations-of-account.read';
import { Secrets } from '../../platform/security/secrets';
import { studentKeyOf } from '../model/student-key';
import { creditKeyOfParticipation, creditKeyOfSubmission } from './credit-keys';

/**
 * Something that a student did for credit: a participation or a submission, whose credit was
 * granted or is due.
 */
export interface OwnCreditSource {
  /** The hexadecimal digits of the credit's `source_key`. */
  readonly key: string;
  /** Null for an alternative. */
  readonly studyId: string | null;
  /** Null where the study or the alternative was deleted. */
  readonly title: string | null;
  /** Quarters of an hour that are still to be granted; null for none. */
  readonly dueQuarters: number | null;
}

/**
 * Finds the participations and submissions for which a person's credits were granted. Only a
 * request of that person may find them.
 */
@Injectable()
export class OwnCreditSources {
  constructor(
    private readonly source: DataSource,
    private readonly own: ParticipationsOfAccountRead,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Finds what the account did for credit. The keys of the map are the `source_key` of each credit.
   * The map is in the order of these keys: they are hashes, so the order reveals no time.
   */
  async of(accountId: string): Promise<Map<string, OwnCreditSource>> {
    const studies = await this.studies(accountId);
    const sources = [...studies, ...(await this.alternatives(accountId))];
    const inOrder = sources.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    return new Map(inOrder.map((one) => [one.key, one]));
  }

  private async studies(accountId: string): Promise<OwnCreditSource[]> {
    const participations = await this.own.of(accountId);
    const titles = await this.titles(participations.map(({ study_id }) => study_id));
    const due = await this.due(participations.map(({ participation_id }) => participation_id));
    return participations.map(({ participation_id, study_id }) => ({
      key: creditKeyOfParticipation(this.secrets, participation_id).toString('hex'),
      studyId: study_id,
      title: titles.get(study_id) ?? null,
      dueQuarters: due.get(participation_id) ?? null,
    }));
  }

  private async alternatives(accountId: string): Promise<OwnCreditSource[]> {
    const rows: { id: string; title: string; minutes: number; is_due: boolean }[] =
      await this.source.query(
        `SELECT w.id, a.title, coalesce(a.minutes, 1) AS minutes, w.credit = 'due' AS is_due
         FROM identity.submission w JOIN identity.assignment a ON a.id = w.assignment_id
         WHERE w.student_key = $1`,
        [studentKeyOf(this.secrets, accountId)],
      );
    return rows.map(({ id, title, minutes, is_due }) => ({
      key: creditKeyOfSubmission(this.secrets, id).toString('hex'),
      studyId: null,
      title,
      dueQuarters: is_due ? countQuarterHours(minutes) : null,
    }));
  }

  private async due(participationIds: readonly string[]): Promise<Map<string, number>> {
    const rows: { participation_id: string; quarters: number }[] = await this.source.query(
      `SELECT participation_id, quarters FROM research.participation_credit
       WHERE participation_id = ANY($1::uuid[]) AND state <> 'granted'`,
      [participationIds],
    );
    return new Map(rows.map(({ participation_id, quarters }) => [participation_id, quarters]));
  }

  private async titles(studyIds: readonly string[]): Promise<Map<string, string>> {
    const rows: { id: string; title: string }[] = await this.source.query(
      `SELECT id, title FROM research.study_profile WHERE id = ANY($1::uuid[])`,
      [[...new Set(studyIds)]],
    );
    return new Map(rows.map(({ id, title }) => [id, title]));
  }
}
