import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Counter } from 'prom-client';
import type { z } from 'zod';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type {
  EnrolRequest as EnrolBody,
  Participation,
} from '../../../contracts/enrolment/participations';
import { slotKindOf } from '../../../contracts/slots/slots';
import { isConcludedByResearcher } from '../../../contracts/enrolment/who-concludes';
import type { Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Metrics } from '../../platform/observability/metrics';
import { Secrets } from '../../platform/security/secrets';
import { SeatAllocator } from '../seats/seat-allocator';
import { ComprehensionPassedRead } from './comprehension-passed.read';
import { EnrolmentGate, type EnrolmentGateResult } from './enrolment-gate';
import { pseudonymsInStudy } from '../links/pseudonyms';
import { LaunchedSessionRead, type LaunchedSession } from '../sessions/launched-session.read';
import { newLinkOf } from '../links/participation-links';

/**
 * Takes a seat in a session, or a place on its waitlist. Idempotent: a repeated enrolment returns the same
 * participation.
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

/** Finds the language version of the session's consent form whose text has this hash. */
const textOf = ({ consent_texts }: LaunchedSession, sha256: string | undefined) =>
  consent_texts.find((text) => text.sha256 === sha256);

@CommandHandler(Enrol)
export class EnrolHandler implements ICommandHandler<Enrol> {
  private readonly enrolments: Counter<'outcome'>;

  constructor(
    private readonly sessions: LaunchedSessionRead,
    private readonly enrolmentGate: EnrolmentGate,
    private readonly comprehension: ComprehensionPassedRead,
    private readonly seatAllocator: SeatAllocator,
    private readonly secrets: Secrets,
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
    const text = textOf(session, body.consent?.sha256);
    try {
      const { created, participation } = await this.seatAllocator.allocate({
        session_id: session.id,
        study_id: session.study_id,
        pseudonym: this.secrets
          .pseudonym(session.study_id, session.privacy_level, person.account_id)
          .toString('hex'),
        pseudonyms: pseudonymsInStudy(this.secrets, session.study_id, person.account_id).map(
          (one) => one.toString('hex'),
        ),
        account_id: person.account_id,
        link: newLinkOf(this.secrets, person.account_id),
        wants_waitlist: body.waitlist === true,
        exclusive: !session.snapshot.allow_repeats,
        ...(await this.gate(session, body, caller)),
        consent: {
          id: session.consent_id,
          version: session.snapshot.consent_version,
          // If no text of the form has the given hash, `gate` has refused the enrolment. Then no
          // agreement is stored, so the session's hash is only a placeholder.
          sha256: text?.sha256 ?? session.consent_sha256,
          questions_passed: session.consent_questions || null,
        },
        start_within_minutes: session.start_within_minutes,
        study_title: session.snapshot.title,
        runs_outside: session.snapshot.runtime?.kind === 'external',
        runs_here: isHostedRuntime(session.snapshot.runtime),
        duration_minutes: session.snapshot.duration_minutes,
        payment_terms: session.snapshot.payment_terms ?? null,
        by_appointment: slotKindOf(session.snapshot.runtime) !== null,
        researcher_concludes: isConcludedByResearcher(session.snapshot.runtime),
        locale: text?.locale ?? caller.language,
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
   * Makes the checks before a seat is taken, in the order of docs/domain.md, section 2: address
   * verified, person eligible, consent read and understood. Returns a refusal instead of throwing
   * it, because the seat allocation must first find out whether the person already takes part.
   */
  private async gate(
    session: LaunchedSession,
    { consent, link }: Enrol['body'],
    { person }: Caller,
  ): Promise<EnrolmentGateResult> {
    const before = await this.enrolmentGate.before(session, link, person);
    if (before.refusal) return before;
    if (!consent) return { refusal: 'consent_required' };
    if (consent._id !== session.consent_id || !textOf(session, consent.sha256))
      return { refusal: 'consent_changed' };
    if (session.consent_questions > 0 && !(await this.comprehension.has(session, person)))
      return { refusal: 'questions_not_passed' };
    return {};
  }
}
