import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Counter } from 'prom-client';
import type { z } from 'zod';
import type { ErrorCode } from '../../../contracts/base/errors';
import type { Enrol as EnrolBody, Participation } from '../../../contracts/participations';
import { slotKindOf } from '../../../contracts/slots';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import { Metrics } from '../../platform/observability/metrics';
import { Secrets } from '../../platform/security/secrets';
import { StudyMembersRead } from '../../studies/study-members.read';
import { SeatAllocator } from '../seats/seat-allocator';
import { reasonsAgainst, type Reason } from '../eligibility/eligibility.rule';
import { pseudonymsOf } from './pseudonyms';
import { LaunchedSessionRead, type LaunchedSession } from '../sessions/launched-session.read';
import { newLinkOf } from './participation-links';
import { ProfileRead } from '../eligibility/profile.read';

/**
 * Takes a seat in a session, or a place on its waitlist. Idempotent: a repeated enrolment answers
 * with the same participation.
 */
export class Enrol extends Command<{ created: boolean; participation: Participation }> {
  constructor(
    readonly sessionId: string,
    readonly body: z.output<typeof EnrolBody>,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** The result of the checks before the seat; empty where all of them pass. */
interface Gate {
  refusal?: ErrorCode;
  reasons?: Reason[];
}

@CommandHandler(Enrol)
export class EnrolHandler implements ICommandHandler<Enrol> {
  private readonly enrolments: Counter<'outcome'>;

  constructor(
    private readonly sessions: LaunchedSessionRead,
    private readonly profiles: ProfileRead,
    private readonly members: StudyMembersRead,
    private readonly seatAllocator: SeatAllocator,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    { registry }: Metrics,
  ) {
    this.enrolments = new Counter({
      name: 'commonlab_enrolments_total',
      help: 'Enrolment decisions',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  async execute({ sessionId, body, caller }: Enrol) {
    const session = await this.sessions.byId(sessionId);
    if (session === undefined) throw new DomainError('not_found');
    if (session === null) throw new DomainError('session_not_active');
    const { person } = caller;
    try {
      const { created, participation } = await this.seatAllocator.allocate({
        session_id: session.id,
        study_id: session.study_id,
        pseudonym: this.secrets
          .pseudonym(session.study_id, session.privacy_level, person.account_id)
          .toString('hex'),
        pseudonyms: pseudonymsOf(this.secrets, session.study_id, person.account_id).map((one) =>
          one.toString('hex'),
        ),
        account_id: person.account_id,
        link: newLinkOf(this.secrets, person.account_id),
        wants_waitlist: body.waitlist === true,
        exclusive: !session.snapshot.allow_repeats,
        ...(await this.gate(session, body, caller)),
        consent: {
          id: session.consent_id,
          version: session.snapshot.consent_version,
          sha256: session.consent_sha256,
        },
        start_within_minutes: session.start_within_minutes,
        study_title: session.snapshot.title,
        runs_outside: session.snapshot.runtime?.kind === 'external',
        duration_minutes: session.snapshot.duration_minutes,
        by_appointment: slotKindOf(session.snapshot.runtime) !== null,
        locale: caller.language,
        request_id: caller.request_id,
      });
      this.enrolments.inc({ outcome: created ? participation.state : 'present' });
      return { created, participation };
    } catch (error) {
      this.enrolments.inc({ outcome: error instanceof DomainError ? error.code : 'error' });
      throw error;
    }
  }

  /**
   * The checks before the seat, in the order of docs/domain.md, section 2: verified, eligible,
   * consent read. A refusal does not end the enrolment here, because a participation that stands
   * already is answered first, and that is known only once the seats are read.
   */
  private async gate(
    { id, study_id, audience, snapshot, consent_id, consent_sha256 }: LaunchedSession,
    { consent, link }: Enrol['body'],
    { person }: Caller,
  ): Promise<Gate> {
    // Only researchers run studies. Not remembered with the session: a study can change its owner.
    if (person.is_researcher && (await this.members.has(study_id, person.account_id)))
      return { refusal: 'own_study' };
    // To whoever has not its key, a private session does not exist.
    if (audience !== 'catalogue') {
      const pseudonyms = pseudonymsOf(this.secrets, study_id, person.account_id);
      if (audience !== 'link' || !(await this.sessions.mayEnter(id, link, pseudonyms)))
        return { refusal: 'not_found' };
    }
    if (person.status !== 'ACTIVE') return { refusal: 'email_not_verified' };
    if (snapshot.eligibility.length > 0) {
      const reasons = reasonsAgainst(
        snapshot.eligibility,
        await this.profiles.forRules(person.account_id, snapshot.eligibility),
        this.clock.now(),
      );
      if (reasons.length > 0) return { refusal: 'not_eligible', reasons };
    }
    if (!consent) return { refusal: 'consent_required' };
    if (consent._id !== consent_id || consent.sha256 !== consent_sha256)
      return { refusal: 'consent_changed' };
    return {};
  }
}
