import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Comprehension } from '../../../contracts/studies/comprehension';
import { DomainError } from '../../platform/errors/errors';
import type { Person } from '../../access/person';
import { Secrets } from '../../platform/security/secrets';
import { ConsentRead } from '../../studies/consents/consent.read';
import { LaunchedSessionRead, type LaunchedSession } from '../sessions/launched-session.read';
import { triesLeft } from './comprehension.rule';
import { EnrolmentGate } from './enrolment-gate';

@Injectable()
export class ComprehensionPassedRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly sessions: LaunchedSessionRead,
    private readonly consents: ConsentRead,
    private readonly gate: EnrolmentGate,
  ) {}

  /**
   * Whether a person has answered the comprehension questions correctly, for the version of the
   * consent form that the session's launch froze.
   */
  async has(session: LaunchedSession, person: Person): Promise<boolean> {
    return (await this.tries(session, person))?.passed === true;
  }

  /**
   * Whether a person has passed the questions, and how many attempts are left.
   * @throws DomainError the reason why the person may not read the form
   */
  async of(sessionId: string, link: string | undefined, person: Person): Promise<Comprehension> {
    const session = await this.entered(sessionId, link, person);
    const [row, { comprehension }] = await Promise.all([
      this.tries(session, person),
      this.consents.byId(session.consent_id),
    ]);
    return {
      passed: row?.passed === true || comprehension === null,
      tries_left: triesLeft(comprehension?.tries ?? 0, row?.tries ?? 0),
      wrong: [],
    };
  }

  /**
   * Reads the session, and checks that the person may read its consent form in order to agree to
   * it.
   * @throws DomainError not_found, session_not_active, own_study, email_not_verified, not_eligible
   */
  async entered(sessionId: string, link: string | undefined, person: Person) {
    const session = await this.sessions.byId(sessionId);
    if (session === undefined) throw new DomainError('not_found');
    if (session === null) throw new DomainError('session_not_active');
    const { refusal, reasons } = await this.gate.before(session, link, person);
    if (refusal) throw new DomainError(refusal, {}, reasons && { reasons });
    return session;
  }

  private async tries({ study_id, privacy_level, consent_id }: LaunchedSession, person: Person) {
    const [row]: { tries: number; passed: boolean }[] = await this.source.query(
      `SELECT tries, passed FROM research.comprehension WHERE consent_id = $1 AND pseudonym = $2`,
      [consent_id, this.secrets.pseudonym(study_id, privacy_level, person.account_id)],
    );
    return row;
  }
}
