import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { EventName } from '../../../contracts/base/events';
import {
  participantActions,
  type Participation as View,
  type ParticipationAction,
  type ParticipationState,
} from '../../../contracts/participations';
import type { Caller } from '../../access/caller';
import { demographicsOfAccount } from '../../accounts/demographics.read';
import { Clock, later, minutes } from '../../platform/concurrency/clock';
import { badField, DomainError } from '../../platform/http/errors';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { mayOnStudy } from '../../studies/study.policy';
import { ageOn } from '../eligibility/eligibility.rule';
import {
  participationColumns,
  participationView,
  type ParticipationRow,
} from './participation-view';
import { judgeTransition, type Action, type Actor } from './participation.rule';
import { promoteWaitlist } from '../seats/promote-waitlist';

/** A transition by the participant or by the study's owner (docs/domain.md, section 2). */
export class TransitionParticipation extends Command<View> {
  constructor(
    readonly participationId: string,
    readonly body: z.output<typeof ParticipationAction>,
    readonly caller: Caller,
  ) {
    super();
  }
}

type Locked = ParticipationRow & {
  session_state: string;
  start_within_minutes: number;
  maximum_minutes: number;
};

const eventByState: Partial<
  Record<ParticipationState, EventName & `enrolment.participant-${string}`>
> = {
  enrolled: 'enrolment.participant-enrolled',
  started: 'enrolment.participant-started',
  completed: 'enrolment.participant-completed',
  approved: 'enrolment.participant-decided',
  rejected: 'enrolment.participant-decided',
  offered: 'enrolment.participant-offered',
};

@CommandHandler(TransitionParticipation)
export class TransitionParticipationHandler implements ICommandHandler<TransitionParticipation> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  execute({ participationId, body, caller }: TransitionParticipation) {
    const { action, reason } = body;
    if (action === 'reject' && !reason) throw badField('reason', 'required');
    return this.unitOfWork.run(
      async (tx) => {
        const actor = await this.actorIn(tx, participationId, caller, action);
        const row = await lock(tx, participationId);
        const verdict = judgeTransition(action, actor, row.state);
        if (verdict.kind === 'already') return participationView(row);
        if (verdict.kind === 'refused')
          throw new DomainError('illegal_transition', { from: row.state });
        const now = this.clock.now();
        // The sweep runs once a second, so a participation past `due_at` may still be in its old
        // state.
        if ((action === 'accept' || action === 'start') && row.due_at !== null && row.due_at <= now)
          throw new DomainError('illegal_transition', {
            from: action === 'accept' ? 'offer_expired' : 'timed_out',
          });
        if (action === 'accept' && row.session_state === 'closed')
          throw new DomainError('session_not_active');
        await this.apply(tx, row, verdict.to, actor, reason ?? null, caller, now);
        await promoteWaitlist(tx, row.session_id, now);
        tx.record(eventByState[verdict.to] ?? 'enrolment.participant-left', {
          participation_id: row.id,
          session_id: row.session_id,
          study_id: row.study_id,
        });
        const [changed] = await tx.query<ParticipationRow>(
          `SELECT ${participationColumns}
           FROM research.participation p
           JOIN research.session s ON s.id = p.session_id
           WHERE p.id = $1`,
          [row.id],
        );
        if (!changed) throw new DomainError('internal');
        return participationView(changed);
      },
      { requestId: caller.request_id },
    );
  }

  /**
   * The caller is the participant if the study's pseudonym says so, and the researcher if the study
   * is theirs. To every other caller the participation does not exist.
   */
  private async actorIn(
    tx: Transaction,
    id: string,
    { person }: Caller,
    action: Action,
  ): Promise<Actor> {
    const [row] = await tx.query<{ study_id: string; pseudonym: Buffer; owner_id: string }>(
      `SELECT p.study_id, p.pseudonym, st.owner_id FROM research.participation p
       JOIN research.study_profile st ON st.id = p.study_id WHERE p.id = $1`,
      [id],
    );
    if (!row) throw new DomainError('not_found');
    const isParticipant = this.secrets
      .pseudonym(row.study_id, person.account_id)
      .equals(row.pseudonym);
    const isOwner = mayOnStudy('run', row, person.account_id);
    if (!isParticipant && !isOwner) throw new DomainError('not_found');
    const wanted: Actor = (participantActions as readonly string[]).includes(action)
      ? 'participant'
      : 'researcher';
    if (wanted === 'participant' ? !isParticipant : !isOwner) throw new DomainError('forbidden');
    return wanted;
  }

  private async apply(
    tx: Transaction,
    row: Locked,
    to: ParticipationState,
    actor: Actor,
    reason: string | null,
    { person }: Caller,
    now: Date,
  ): Promise<void> {
    const due =
      to === 'started'
        ? later(now, minutes(row.maximum_minutes))
        : to === 'enrolled'
          ? later(now, minutes(row.start_within_minutes))
          : null;
    const demographics = to === 'started' ? await demographicsOf(tx, person.account_id, now) : null;
    await tx.query(
      `UPDATE research.participation
       SET state = $2, moved_by = $3, move_reason = $4,
         due_at = $5, updated_at = $6,
         started_at = CASE WHEN $2 = 'started' THEN $6 ELSE started_at END,
         demographics = coalesce($7, demographics)
       WHERE id = $1`,
      [row.id, to, actor, reason, due, now, demographics],
    );
  }
}

/**
 * Locks the session, then the participation: every transaction keeps this order. Retries if the
 * participation moved to another session of the study in between.
 */
async function lock(tx: Transaction, id: string): Promise<Locked> {
  for (;;) {
    const [at] = await tx.query<{ session_id: string }>(
      `SELECT session_id FROM research.participation WHERE id = $1`,
      [id],
    );
    if (!at) throw new DomainError('not_found');
    await tx.query(`SELECT 1 FROM research.session WHERE id = $1 FOR UPDATE`, [at.session_id]);
    const [row] = await tx.query<Locked>(
      `SELECT ${participationColumns},
         s.state AS session_state, s.start_within_minutes, s.maximum_minutes
       FROM research.participation p
       JOIN research.session s ON s.id = p.session_id
       WHERE p.id = $1
       FOR UPDATE OF p`,
      [id],
    );
    if (row && row.session_id === at.session_id) return row;
  }
}

/** Demographics at the start (docs/domain.md, section 5): an age, never a date of birth. */
async function demographicsOf(tx: Transaction, accountId: string, now: Date) {
  const { date_of_birth, education_level } = await demographicsOfAccount(tx, accountId);
  return { age: date_of_birth ? ageOn(date_of_birth, now) : null, education_level };
}
