import {
  listParticipations,
  type Participation,
} from '../../../contracts/enrolment/participations';
import { listPayments, type ParticipantPayment } from '../../../contracts/payments/payments';
import { useAuth } from '../lib/auth/auth.store';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from './common-answers';
import { fakeServer, type FakeRoute, on } from './fake-server';
import { renderPage } from './render-app';
import { numberedId, aParticipation } from './shown-study';

/** An approved payment of €4.50 for which the participant can choose how to be paid. */
export const aPayment = (more: Partial<ParticipantPayment> = {}): ParticipantPayment => ({
  _id: numberedId(70),
  participation_id: numberedId(7),
  kind: 'reward',
  reason: null,
  amount: 450,
  currency: 'EUR',
  state: 'approved',
  day: '2026-11-20',
  method: null,
  answer: null,
  methods: ['cash', 'gift_code', 'bank'],
  choose_from: null,
  claim_until: '2027-05-19',
  may_answer: false,
  upheld_because: null,
  gift_code: null,
  held: false,
  ...more,
});

/** A payment for which the participant has nothing to choose. */
export const aSettledPayment = (more: Partial<ParticipantPayment>): ParticipantPayment =>
  aPayment({ methods: [], claim_until: null, ...more });

/**
 * Shows the history of a participant in one study.
 * @returns the payments as the server has them, which a test may change, and the requests that the
 * page sends
 */
export function showPaymentHistory(
  payments: ParticipantPayment[],
  own: Partial<Participation> = { state: 'approved' },
  ...first: FakeRoute[]
) {
  const world = { payments };
  const participation = {
    ...aParticipation(own.state ?? 'approved'),
    reward: { amount: 450, currency: 'EUR' },
    ...own,
  };
  const asked = fakeServer(
    ...first,
    profileRoute(aUser()),
    on(listParticipations).answer({
      status: 200,
      body: { items: [participation], next_cursor: null },
    }),
    on(listPayments).answer(() => ({
      status: 200,
      body: { items: world.payments, next_cursor: null },
    })),
    ...emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/history/participation');
  return {
    world,
    asked,
    bodies: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  };
}
