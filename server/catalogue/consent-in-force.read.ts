import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consent as ConsentView } from '../../contracts/studies/consents';
import { DomainError } from '../platform/errors/errors';
import type { Person } from '../access/person';
import type { StudyPageQuery } from '../enrolment/enrol/enrolment-status.read';
import { ConsentRead } from '../studies/consents/consent.read';
import { StudyPageRead } from './study-page.read';

@Injectable()
export class ConsentInForceRead {
  constructor(
    private readonly source: DataSource,
    private readonly pages: StudyPageRead,
    private readonly consents: ConsentRead,
  ) {}

  /**
   * Reads the consent form that a study's page shows:
   * - to people with a role in the study: the newest version
   * - to others: the form that the requested session froze at its launch; without a requested
   *   session, the form of the session whose texts the page shows (study-page.read.ts)
   * @throws DomainError not_found
   */
  async of(
    studyId: string,
    { session: sessionId, link }: StudyPageQuery,
    person: Person | null,
  ): Promise<ConsentView> {
    const study = await this.pages.forPerson(studyId, person, { session: sessionId, link });
    if (sessionId === undefined) {
      if (!study.consent) throw new DomainError('not_found');
      return this.shown(study.consent._id, study.own);
    }
    const [frozen]: { consent_id: string | null }[] = await this.source.query(
      `SELECT consent_id FROM research.recruitment WHERE id = $1 AND study_id = $2
       AND (audience = 'catalogue' OR link_key = $3 OR $4)`,
      [sessionId, studyId, link ?? null, study.own || study.enrolment.session_id === sessionId],
    );
    const id = frozen && (frozen.consent_id ?? study.consent?._id);
    if (!id) throw new DomainError('not_found');
    return this.shown(id, study.own);
  }

  /**
   * Only people with a role in the study get the right answers to the form's comprehension
   * questions.
   */
  private shown(id: string, own: boolean): Promise<ConsentView> {
    return own ? this.consents.withAnswers(id) : this.consents.byId(id);
  }
}
