import {
  ParticipationOwnerRead,
  type ParticipationOwner,
} from '../enrolment/links/participation-owner.read';
import {
  SessionAvailabilityRead,
  type SessionAvailability,
} from '../enrolment/sessions/session-availability.read';
import {
  PaymentWatchersRead,
  type WatchedPayment,
} from '../payments/payments/payment-watchers.read';
import { Batcher } from '../platform/concurrency/batcher';

/**
 * Reads the states that live updates contain, by id. States that many events need at the same time
 * are read in one statement; a state that no longer exists is undefined.
 */
export class LiveStateBatches {
  readonly tiles: Batcher<string, SessionAvailability | undefined>;
  readonly participants: Batcher<string, ParticipationOwner | undefined>;
  readonly payments: Batcher<string, WatchedPayment | undefined>;

  constructor(
    sessionAvailabilityRead: SessionAvailabilityRead,
    participationOwnerRead: ParticipationOwnerRead,
    watchers: PaymentWatchersRead,
  ) {
    this.tiles = new Batcher(async (ids) => {
      const found = new Map(
        (await sessionAvailabilityRead.byIds(ids)).map((t) => [t.public.session_id, t]),
      );
      return ids.map((id) => found.get(id));
    });
    this.participants = new Batcher(async (ids) => {
      const found = new Map(
        (await participationOwnerRead.byParticipations(ids)).map((p) => [p.participation_id, p]),
      );
      return ids.map((id) => found.get(id));
    });
    this.payments = new Batcher(async (ids) => {
      const found = new Map((await watchers.byIds(ids)).map((p) => [p.id, p]));
      return ids.map((id) => found.get(id));
    });
  }
}
