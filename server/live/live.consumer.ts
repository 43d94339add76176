import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../contracts/base/events';
import { liveLimits } from '../../contracts/live/limits';
import { ParticipationOwnerRead } from '../enrolment/links/participation-owner.read';
import { SessionAvailabilityRead } from '../enrolment/sessions/session-availability.read';
import type { LiveBroadcaster } from './fan-out';
import { roomNames } from './rooms';
import { PaymentWatchersRead } from '../payments/payments/payment-watchers.read';
import { StudyMembersRead } from '../studies/people/study-members.read';
import { ReviewStateRead } from '../researchers/reviews/review-state.read';
import { Secrets } from '../platform/security/secrets';
import type { EventConsumer } from '../platform/messaging/consumer';
import { LiveStateBatches } from './live-state-batches';
import { CallCoalescer } from './run-coalescer';
import type {
  AccountEventData,
  ClassroomEventData,
  ParticipationEventData,
  RoleEventData,
  SessionEventData,
} from './event-data';

/** Nest's injection token for the emitter that sends live updates through Redis or PostgreSQL. */
export const LIVE_BROADCASTER = Symbol('broadcast');

/**
 * Sends the current state to every subscribed browser when an event arrives. Each event makes it
 * read the state again, so it does not matter if events arrive twice or in another order.
 */
@Injectable()
export class LiveConsumer implements EventConsumer {
  readonly name = 'live';
  readonly concurrency = 50;
  readonly batch = 100;

  private readonly states: LiveStateBatches;
  private readonly sessions: CallCoalescer;
  private readonly payments: CallCoalescer;
  private readonly slots: CallCoalescer;
  private readonly classrooms: CallCoalescer;

  constructor(
    @Inject(LIVE_BROADCASTER) private readonly broadcast: LiveBroadcaster,
    sessionAvailabilityRead: SessionAvailabilityRead,
    participationOwnerRead: ParticipationOwnerRead,
    private readonly watchers: PaymentWatchersRead,
    private readonly reviews: ReviewStateRead,
    private readonly members: StudyMembersRead,
    private readonly secrets: Secrets,
  ) {
    this.states = new LiveStateBatches(sessionAvailabilityRead, participationOwnerRead, watchers);
    this.payments = new CallCoalescer(
      (id) => this.tellPayments(id),
      1000 / liveLimits.liveUpdatesPerSecond,
    );
    this.sessions = new CallCoalescer(
      (id) => this.tellSession(id),
      1000 / liveLimits.liveUpdatesPerSecond,
    );
    this.slots = new CallCoalescer(
      (id) => this.tellSlots(id),
      1000 / liveLimits.liveSlotUpdatesPerSecond,
    );
    this.classrooms = new CallCoalescer(
      (id) => this.tellClassroom(id),
      1000 / liveLimits.liveClassroomUpdatesPerSecond,
    );
  }

  private readonly session = ({ data }: { data: SessionEventData }) =>
    this.sessions.request(data.session_id);
  private readonly participation = async (event: { data: ParticipationEventData }) => {
    await Promise.all([this.session(event), this.tellParticipant(event.data.participation_id)]);
  };
  private readonly booking = async ({ data }: { data: ParticipationEventData }) => {
    await Promise.all([this.calendar({ data }), this.tellParticipant(data.participation_id)]);
  };
  private readonly calendar = ({ data }: { data: SessionEventData }) =>
    this.slots.request(data.session_id);
  /**
   * Handles a completion, or a decision about one: both change the amount that is owed to the
   * participant.
   */
  private readonly owed = async (event: { data: ParticipationEventData }) => {
    await Promise.all([this.participation(event), this.payments.request(event.data.session_id)]);
  };
  /**
   * Handles a change of a session, which may raise the reward, and with it the amount that is owed
   * to participants.
   */
  private readonly changed = async (event: { data: SessionEventData }) => {
    await Promise.all([this.session(event), this.payments.request(event.data.session_id)]);
  };
  private readonly paid = async ({ data }: DomainEvent<'payments.payment-changed'>) => {
    const payment = await this.states.payments.load(data.payment_id);
    if (!payment) return;
    const [participant] = await Promise.all([
      this.states.participants.load(payment.participation_id),
      payment.is_hidden ? undefined : this.payments.request(payment.session_id),
    ]);
    if (participant)
      this.broadcast.emitToPerson(participant.account_id, 'payment.updated', { _id: payment.id });
  };
  /**
   * Handles the end of a seat: the participant's booking ends, too, which frees a place in the slot.
   */
  private readonly left = async (event: { data: ParticipationEventData }) => {
    await Promise.all([this.owed(event), this.calendar(event)]);
  };
  /** Informs the researchers who have the study open for editing that it changed. */
  private readonly study = ({ data }: { data: { study_id: string } }) =>
    Promise.resolve(
      this.broadcast.emit(roomNames.editing(data.study_id), 'study.updated', {
        _id: data.study_id,
      }),
    );
  /**
   * Informs all people who have a role in the study, and the person whose role ended, that the
   * roles changed.
   */
  private readonly people = async ({ data }: { data: RoleEventData }) => {
    const study = await this.members.of(data.study_id);
    const concerned = [
      ...(study ? [study.owner_id, ...Object.keys(study.collaborators)] : []),
      ...[data.account_id, data.former_id].filter((id) => id !== undefined),
    ];
    for (const id of new Set(concerned))
      this.broadcast.emitToPerson(id, 'access.updated', { _id: data.study_id });
  };
  private readonly account = ({ data }: { data: AccountEventData }) =>
    Promise.resolve(
      this.broadcast.emitToPerson(data.account_id, 'user.updated', {
        _id: data.account_id,
      }),
    );
  private readonly review = async (
    event: DomainEvent<'researchers.review-requested' | 'researchers.review-decided'>,
  ) => {
    const review = await this.reviews.byId(event.data.review_id);
    if (review)
      this.broadcast.emit(roomNames.reviews, 'review.updated', {
        _id: review.id,
        state: review.state,
      });
    await this.account(event);
  };

  readonly on = {
    'enrolment.session-created': this.session,
    'enrolment.session-launched': this.session,
    'enrolment.session-changed': this.changed,
    'enrolment.session-closed': this.session,
    'enrolment.participant-waitlisted': this.participation,
    'enrolment.participant-offered': this.participation,
    'enrolment.participant-enrolled': this.participation,
    'enrolment.participant-started': this.participation,
    'enrolment.participant-completed': this.owed,
    'enrolment.participant-decided': this.left,
    'enrolment.participant-left': this.left,
    'enrolment.consent-withdrawn': ({ data }) => this.tellParticipant(data.participation_id),
    'enrolment.data-withdrawn': ({ data }) => this.tellParticipant(data.participation_id),
    'studies.study-changed': this.study,
    'studies.consent-published': this.study,
    'studies.consent-withdrawn': this.study,
    'collaborators.people-changed': this.people,
    'collaborators.role-changed': this.people,
    'collaborators.roster-changed': this.people,
    'collaborators.role-ended': this.people,
    'collaborators.study-passed': this.people,
    'payments.payment-changed': this.paid,
    'slots.calendar-changed': this.calendar,
    'slots.slot-booked': this.booking,
    'slots.slot-moved': this.booking,
    'slots.moved-up': this.booking,
    'slots.booking-cancelled': this.booking,
    'slots.slot-changed': this.booking,
    'slots.slot-cancelled': this.booking,
    'teaching.classroom-changed': ({ data }: { data: ClassroomEventData }) =>
      this.classrooms.request(data.classroom_id),
    'identity.account-activated': this.account,
    'identity.profile-changed': this.account,
    'identity.identity-linked': this.account,
    'identity.identity-unlinked': this.account,
    'identity.second-factor-changed': this.account,
    'identity.deletion-requested': this.account,
    'identity.deletion-cancelled': this.account,
    'researchers.review-requested': this.review,
    'researchers.review-decided': this.review,
    'identity.signed-out': (event: DomainEvent<'identity.signed-out'>) => this.signOut(event),
    'identity.account-disabled': ({ data }: { data: AccountEventData }) =>
      this.signOut({ data: { ...data, token_id: null } }),
    'identity.password-reset': ({ data }: { data: AccountEventData }) =>
      this.signOut({ data: { ...data, token_id: null } }),
  } satisfies EventConsumer['on'];

  /**
   * Informs the researchers who run the session, and the participants who are choosing one of its slots, that the slots
   * changed.
   */
  private tellSlots(id: string): Promise<void> {
    for (const room of [roomNames.session(id), roomNames.slots(id)])
      this.broadcast.emit(room, 'slots.updated', { _id: id });
    return Promise.resolve();
  }

  private tellClassroom(id: string): Promise<void> {
    this.broadcast.emit(roomNames.classroom(id), 'classroom.updated', { _id: id });
    return Promise.resolve();
  }

  /**
   * Informs the researchers of a session that its payments changed, if they may see new payments at once. Otherwise the
   * message itself would reveal a payment that their list still hides.
   */
  private async tellPayments(id: string): Promise<void> {
    if ((await this.watchers.shownAtOnce([id])).has(id))
      this.broadcast.emit(roomNames.session(id), 'payments.updated', { _id: id });
  }

  private async tellSession(id: string): Promise<void> {
    const tile = await this.states.tiles.load(id);
    if (tile) this.broadcast.tell(tile);
  }

  private async tellParticipant(participationId: string): Promise<void> {
    const found = await this.states.participants.load(participationId);
    if (found)
      this.broadcast.emitToPerson(found.account_id, 'participation.updated', {
        _id: participationId,
        state: found.state,
      });
  }

  private signOut({
    data,
  }: {
    data: { account_id: string; token_id: string | null };
  }): Promise<void> {
    const room =
      data.token_id === null
        ? roomNames.account(this.secrets, data.account_id)
        : roomNames.token(data.token_id);
    this.broadcast.emit(room, 'signed_out', { token_id: data.token_id });
    this.broadcast.disconnect(room);
    return Promise.resolve();
  }
}
