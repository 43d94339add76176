import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { EventName } from '../../../contracts/base/events';
import type { Session as SessionView, SessionChange } from '../../../contracts/enrolment/sessions';
import type { Caller } from '../../access/caller';
import { CONFIG, type Config } from '../../config';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import type { BatchQueue } from '../../platform/concurrency/batch-queue';
import { Clock } from '../../platform/concurrency/clock';
import { badField, DomainError } from '../../platform/errors/errors';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import type { Study } from '../../studies/study.entity';
import { setTransactionActor } from './transaction-actor';
import { lockedSession, lockedSessionAndStudy } from './locked-session';
import { closeSession } from '../lifecycle/close-session';
import { launchSession, requireAccountsInUse, requireOriginForDevices } from '../launch/launch';
import { pauseSession, resumeSession } from '../lifecycle/pause';
import { violatesClassSessionRules } from './class-sessions.rule';
import { checkFrozenFields } from './frozen-fields';
import { checkCapacity } from './session-capacity';
import { LaunchReviews } from '../launch/launch-reviews';
import { newLinkKey } from '../launch/link-key';
import { checkDates } from './session-dates';
import { checkReward } from './session-reward';
import { lockPrivacyLevelsForLaunch, mustKeepPrivacyPromises } from '../launch/privacy-promise';
import { SessionMoney, type MoneyReservationExtent } from '../launch/session-money';
import type { Session } from '../model/session.entity';
import { SessionRead } from '../sessions/session.read';
import { maySessionBecome } from '../model/session.rule';
import { EligibleCrowdRead, type EligibleCrowdSize } from '../launch/too-few-people';
import { lockSessionRows } from '../seats/lock-sessions';
import { promoteWaitlist } from '../seats/promote-waitlist';
import { SessionWorkQueues } from '../seats/session-lanes';

type Change = z.output<typeof SessionChange>;

/** Launches, pauses, closes or changes a session, as far as its state allows (docs/domain.md, 2). */
export class ChangeSession extends Command<SessionView> {
  constructor(
    readonly sessionId: string,
    readonly body: Change,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeSession)
export class ChangeSessionHandler implements ICommandHandler<ChangeSession> {
  private readonly changes: BatchQueue<string, ChangeSession, SessionView>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: SessionRead,
    private readonly clock: Clock,
    private readonly crowds: EligibleCrowdRead,
    private readonly money: SessionMoney,
    private readonly reviews: LaunchReviews,
    lanes: SessionWorkQueues,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.changes = lanes.queue({ sessionOf: ({ sessionId }) => sessionId, max: 1 });
  }

  execute(command: ChangeSession) {
    const { sessionId, body, caller } = command;
    if (body.state !== 'active') return this.change(command, null);
    return this.crowds.before(sessionId, body.privacy_level, caller, (crowd) =>
      this.change(command, crowd),
    );
  }

  /**
   * @param crowd says whether too few people are eligible, from a count before the launch; null if
   *   the change needs no count
   */
  private change(command: ChangeSession, crowd: EligibleCrowdSize | null): Promise<SessionView> {
    return this.changes.load(command, async (_, waits) => [
      await this.transact(command, crowd, waits),
    ]);
  }

  private transact(
    { sessionId, body, caller }: ChangeSession,
    crowd: EligibleCrowdSize | null,
    waits: boolean,
  ): Promise<SessionView | typeof rowLockedElsewhere> {
    return this.unitOfWork.run(
      async (tx) => {
        const together = touchesPrivacy(body)
          ? await lockPrivacyLevelsForLaunch(tx, sessionId, waits)
          : [sessionId];
        if (together === rowLockedElsewhere) return rowLockedElsewhere;
        const locked = await lockSessionRows(tx.manager, together, waits);
        if (!waits && locked.size < together.length) return rowLockedElsewhere;
        // Reads the time only after the lock: while the transaction waits for it, the session may reach its opening or
        // closing date.
        const now = this.clock.now();
        const { session, study } = await lockedSessionAndStudy(
          tx,
          sessionId,
          caller.person.account_id,
          now,
        );
        if (violatesClassSessionRules(study.classroom_id !== null, body))
          throw new DomainError('sandbox_only');
        await setTransactionActor(tx, caller.person.account_id);
        await this.changeDetails(tx, session, body, now);
        if (session.state === 'scheduled' && session.launched_at === null && touchesPrivacy(body))
          await mustKeepPrivacyPromises(tx, study, body.privacy_level ?? session.privacy_level);
        // Reserve the money before the state changes: without enough money for a higher reward, the whole request must
        // be refused, even if it closes the session as well.
        if (session.launched_at !== null && touchesMoney(body))
          await this.money.hold(tx, session.id, extentOf(session, body), now);
        const event = await this.changeState(
          tx,
          await lockedSession(tx, session.id),
          study,
          body,
          caller,
          crowd,
          now,
        );
        if (event === 'enrolment.session-launched')
          await this.money.hold(tx, session.id, 'all', now);
        if (event !== null) {
          await promoteWaitlist(tx, session.id, now);
          tx.record(event, { session_id: session.id, study_id: session.study_id });
        }
        return this.sessions.ownById(session.id, caller.person.account_id, tx.manager);
      },
      { requestId: caller.request_id },
    );
  }

  /** Checks each changed field by its own rule and writes it, before any change of state. */
  private async changeDetails(
    tx: Transaction,
    session: Session,
    body: Change,
    now: Date,
  ): Promise<void> {
    const { state: _, renew_link, ...details } = body;
    const given = Object.entries(details).filter(([, value]) => value !== undefined);
    if (given.length === 0 && !renew_link) return;
    if (session.state === 'closed') throw new DomainError('session_closed');
    if (renew_link && session.link_key === null) throw new DomainError('no_private_link');
    checkFrozenFields(session, details, now);
    const opens_at =
      details.opens_at === undefined ? session.opens_at?.toISOString() : details.opens_at;
    if (details.closes_at !== undefined)
      checkDates({ opens_at, closes_at: details.closes_at }, now);
    else if (opens_at && session.closes_at && session.closes_at.getTime() <= Date.parse(opens_at))
      throw badField('opens_at', 'after_closing');
    if (details.capacity !== undefined) checkCapacity(session, details.capacity);
    if (details.reward !== undefined && session.launched_at !== null)
      checkReward(session, details.reward);
    await tx.query(
      `UPDATE research.session
       SET capacity = coalesce($2, capacity), privacy_level = coalesce($3, privacy_level),
       start_within_minutes = coalesce($4, start_within_minutes),
         closes_at = CASE WHEN $5 THEN $6 ELSE closes_at END, opens_at = CASE WHEN $7 THEN $8 ELSE opens_at END,
         additional_notes = CASE WHEN $9 THEN $10 ELSE additional_notes END,
         reward_amount = CASE WHEN $11 THEN $12 ELSE reward_amount END,
         reward_currency = CASE WHEN $11 THEN $13 ELSE reward_currency END, own_reward = own_reward OR $11,
         name = CASE WHEN $14 THEN $15 ELSE name END, link_key = coalesce($16, link_key) WHERE id = $1`,
      [
        session.id,
        details.capacity ?? null,
        details.privacy_level ?? null,
        details.start_within_minutes ?? null,
        details.closes_at !== undefined,
        details.closes_at ?? null,
        details.opens_at !== undefined,
        details.opens_at ?? null,
        details.additional_notes !== undefined,
        details.additional_notes || null,
        details.reward !== undefined,
        details.reward?.amount ?? null,
        details.reward?.currency ?? null,
        details.name !== undefined,
        details.name || null,
        renew_link ? newLinkKey() : null,
      ],
    );
  }

  /** @returns the name of the event that the caller must record; null if `closeSession` has recorded it already */
  private async changeState(
    tx: Transaction,
    session: Session,
    study: Study,
    { state, reward }: Change,
    caller: Caller,
    crowd: EligibleCrowdSize | null,
    now: Date,
  ): Promise<(EventName & `enrolment.session-${string}`) | null> {
    if (state === undefined) return 'enrolment.session-changed';
    if (!maySessionBecome(session.state, state))
      throw new DomainError(session.state === 'closed' ? 'session_closed' : 'illegal_transition', {
        from: session.state,
      });
    // A launched session that waits for its opening date stays scheduled until that date. A request
    // to open it before that date changes neither its state nor its snapshot.
    const { launched_at, opens_at } = session;
    const isWaitingToOpen =
      session.state === 'scheduled' && launched_at !== null && opens_at !== null && opens_at > now;
    if (state === session.state || (state === 'active' && isWaitingToOpen))
      return 'enrolment.session-changed';
    if (state === 'closed') {
      await closeSession(tx, session, 'manual', now);
      return null;
    }
    if (session.state === 'scheduled' && session.launched_at === null) {
      requireOriginForDevices(study, this.config);
      await launchSession(tx, session.id, study, caller, {
        rewardIsGiven: reward !== undefined,
        crowd,
        reviews: this.reviews,
        now,
      });
      return 'enrolment.session-launched';
    }
    if (session.consent_withdrawn) throw new DomainError('consent_invalid');
    if (state === 'active')
      await requireAccountsInUse(tx, caller.person.account_id, study.owner_id);
    await (state === 'paused' ? pauseSession : resumeSession)(tx, session.id, now);
    return 'enrolment.session-changed';
  }
}

const touchesPrivacy = ({ state, privacy_level }: Change): boolean =>
  state === 'active' || privacy_level !== undefined;

const touchesMoney = ({ capacity, reward }: Change): boolean =>
  capacity !== undefined || reward !== undefined;

const extentOf = (session: Session, { capacity, reward }: Change): MoneyReservationExtent =>
  (capacity ?? 0) > session.capacity || (reward?.amount ?? 0) > (session.reward_amount ?? 0)
    ? 'all'
    : 'possible';
