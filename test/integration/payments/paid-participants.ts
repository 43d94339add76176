import type { ParticipantPayment, SessionPayment } from '../../../contracts/payments/payments';
import { balancesOf } from '../../../server/ledger/accounts';
import { BookPayments } from '../../../server/payments/booking/book-payments';
import { ContinuePayoutsJob } from '../../../server/payments/payouts/continue-payouts.job';
import { PayoutProviders } from '../../../server/payments/payouts/payout-providers';
import { Payouts } from '../../../server/payments/payouts/payouts';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { makePeople, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { paidSessionRequestsOf, fundWallet } from './payments-rig';

export interface PaidParticipant {
  person: TestPerson;
  /** The id of the participation. */
  id: string;
}

/** Makes participants of paid sessions, and reads their payments and the ledger. */
export function paidParticipantsOf(run: RunningApp) {
  const paid = paidSessionRequestsOf(run);
  const take = async (r: RecruitingStudy, count: number, actions: readonly string[]) => {
    const people = await makePeople(run.source, count);
    return Promise.all(
      people.map(async (person): Promise<PaidParticipant> => {
        const id = await paid.enrolled(r, person);
        for (const action of actions) await paid.act(id, person, { action }).expect(200);
        return { person, id };
      }),
    );
  };
  const own = async (person: TestPerson): Promise<ParticipantPayment[]> =>
    (
      await bodyOf<{ items: ParticipantPayment[] }>(
        run.http().get('/api/payments/').set(person.headers).expect(200),
      )
    ).items;
  const accountOf = async (r: RecruitingStudy, column: 'account_id' | 'payable_account_id') => {
    const [row]: Record<string, string | null>[] = await run.source.query(
      `SELECT account_id, payable_account_id FROM research.session_hold WHERE session_id = $1`,
      [r.session_id],
    );
    const id = row?.[column];
    return id ? (await balancesOf(run.source, [id])).get(id)?.balance : undefined;
  };
  return {
    ...paid,
    /** Participants who completed. */
    completed: (r: RecruitingStudy, count = 1) => take(r, count, ['start', 'complete']),
    started: (r: RecruitingStudy, count = 1) => take(r, count, ['start']),
    enrolledOnly: (r: RecruitingStudy, count = 1) => take(r, count, []),
    own,
    /** Reads the only payment of a person. */
    payment: async (person: TestPerson): Promise<ParticipantPayment> => {
      const [payment, ...more] = await own(person);
      if (!payment || more.length > 0) throw new Error(`${more.length + 1} payments`);
      return payment;
    },
    listed: async (r: RecruitingStudy, who = r.researcher): Promise<SessionPayment[]> =>
      (
        await bodyOf<{ items: SessionPayment[] }>(
          run.http().get(`/api/payments/?session=${r.session_id}`).set(who.headers).expect(200),
        )
      ).items,
    pay: (paymentId: string, who: TestPerson, body: object) =>
      run.http().put(`/api/payments/${paymentId}/`).set(who.headers).send(body),
    offer: (r: RecruitingStudy, ...methods: string[]) =>
      run
        .http()
        .put(`/api/studies/${r.study_id}/payment-methods/`)
        .set(r.researcher.headers)
        .send({ methods }),
    code: (id: string, person: TestPerson) =>
      run.http().get(`/api/participations/${id}/cash-code/`).set(person.headers),
    /** Adds an amount in cents to the wallet. */
    fund: (researcher: TestPerson, amount: number) => fundWallet(run, researcher._id, amount, 0),
    book: () => run.app.get(BookPayments, { strict: false }).run(),
    /** Runs the job that continues payments that are being paid. */
    continue: () => {
      const [unitOfWork, providers, payouts, secrets] = [
        run.app.get(UnitOfWork),
        run.app.get(PayoutProviders, { strict: false }),
        run.app.get(Payouts, { strict: false }),
        run.app.get(Secrets),
      ];
      return new ContinuePayoutsJob(
        run.source,
        unitOfWork,
        providers,
        payouts,
        secrets,
        run.clock,
      ).run();
    },
    held: (r: RecruitingStudy) => accountOf(r, 'account_id'),
    owed: (r: RecruitingStudy) => accountOf(r, 'payable_account_id'),
  };
}
