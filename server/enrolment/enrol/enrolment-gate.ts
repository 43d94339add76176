import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '../../../contracts/base/errors';
import type { Person } from '../../access/person';
import { Clock } from '../../platform/concurrency/clock';
import { Secrets } from '../../platform/security/secrets';
import { StudyMembersRead } from '../../studies/people/study-members.read';
import { ineligibilityReasons, type IneligibilityReason } from '../eligibility/eligibility.rule';
import { EligibilityProfileRead } from '../eligibility/profile.read';
import { LaunchedSessionRead, type LaunchedSession } from '../sessions/launched-session.read';
import { pseudonymsInStudy } from '../links/pseudonyms';

/** The reason why a person may not take a seat; an empty object if all checks pass. */
export interface EnrolmentGateResult {
  refusal?: ErrorCode;
  reasons?: IneligibilityReason[];
}

/** Decides whether a person may read the consent form of a session in order to agree. */
@Injectable()
export class EnrolmentGate {
  constructor(
    private readonly sessions: LaunchedSessionRead,
    private readonly profiles: EligibilityProfileRead,
    private readonly members: StudyMembersRead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the checks that come before the consent form (docs/domain.md, 2): the address is
   * verified, and the person is eligible.
   * @param link the key of the private link, for a session that needs one
   */
  async before(
    session: LaunchedSession,
    link: string | undefined,
    person: Person,
  ): Promise<EnrolmentGateResult> {
    const { study_id, audience, snapshot } = session;
    // Researchers, and students of the class, cannot enrol in a study that they run. This is
    // checked each time and not cached with the session: a study can change its owner, and a group
    // its members.
    const mayRun = person.is_researcher || audience === 'classroom';
    if (mayRun && (await this.members.has(study_id, person.account_id)))
      return { refusal: 'own_study' };
    if (audience !== 'catalogue' && !(await this.exists(session, link, person)))
      return { refusal: 'not_found' };
    if (person.status !== 'ACTIVE') return { refusal: 'email_not_verified' };
    if (snapshot.eligibility.length > 0) {
      const reasons = ineligibilityReasons(
        snapshot.eligibility,
        await this.profiles.forRules(person.account_id, snapshot.eligibility),
        this.clock.now(),
      );
      if (reasons.length > 0) return { refusal: 'not_eligible', reasons };
    }
    return {};
  }

  /**
   * Whether the person may know of a session that is not public. That needs the key of its private
   * link, or membership as a student in its class.
   */
  private async exists(
    { id, study_id, audience, classroom_id }: LaunchedSession,
    link: string | undefined,
    { account_id }: Person,
  ): Promise<boolean> {
    if (audience === 'link')
      return this.sessions.mayEnter(
        id,
        link,
        pseudonymsInStudy(this.secrets, study_id, account_id),
      );
    return classroom_id !== null && this.sessions.isOfClass(classroom_id, account_id);
  }
}
