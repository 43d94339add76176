import type { PayoutBatch, PayoutBatchDetails } from '../../../../contracts/payments/bank-payouts';
import { paymentsLimits } from '../../../../contracts/payments/limits';
import { days } from '../../../../server/platform/concurrency/clock';
import { ReleaseHolds } from '../../../../server/payments/holds/release-holds';
import { ExpireUnclaimedPaymentsJob } from '../../../../server/payments/payments/expire-unclaimed-payments.job';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { Payouts } from '../../../../server/payments/payouts/payouts';
import type { SeparateApp, TestClock } from '../../../support/app/app';
import type { SeededRandom } from '../../../support/chance/seeded';
import { unique } from '../../../support/chance/unique';
import { makeAdministrator, type TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { participationRequestsOf } from '../../enrolment/decisions/ends';
import { nullifyDecision, overturnDecision, rejectDecision } from '../decisions';
import { bonusRequestsOf } from '../bonus-rig';
import type { PaidParticipant } from '../paid-participants';

const account = { holder: 'Ada Lovelace', iban: 'DE89370400440532013000' };
const decisions = {
  approve: { action: 'approve' },
  'screen-out': { action: 'screen-out' },
  reject: rejectDecision,
  nullify: nullifyDecision,
  overturn: overturnDecision,
} as const;
const part = { kind: 'part', percent: 33 } as const;
/**
 * The pay of participants who leave early: nothing, a percentage or, if the session may show names,
 * an amount that depends on the time spent.
 */
export const partialPayOf = (privacy_level: string) =>
  privacy_level === 'anonymous'
    ? ({ withdrawn: part, screened_out: { kind: 'none' } } as const)
    : ({ withdrawn: { kind: 'by_time' }, screened_out: part } as const);

/**
 * Simulates the money of a study. Participants, researchers, administrators and jobs act at random
 * (by a seed), and sometimes at the same time. The process can die within a payout.
 */
export class MoneySimulation {
  private readonly paid: ReturnType<typeof bonusRequestsOf>;
  private readonly ends: ReturnType<typeof participationRequestsOf>;
  private readonly sessions: { r: RecruitingStudy; people: PaidParticipant[] }[] = [];
  private administrator: TestPerson | undefined;
  /** The acts that were performed, for the message of a failure. */
  readonly acts: string[] = [];

  constructor(
    private readonly run: SeparateApp,
    private readonly clock: TestClock,
    private readonly chance: SeededRandom,
  ) {
    this.paid = bonusRequestsOf(run);
    this.ends = participationRequestsOf(run);
  }

  get played(): readonly RecruitingStudy[] {
    return this.sessions.map(({ r }) => r);
  }

  async start(): Promise<void> {
    this.administrator = await makeAdministrator(this.run.source);
    const researcher = await this.paid.funded(100_000);
    for (const privacy_level of ['roster_on_start', 'anonymous']) {
      const pay = partialPayOf(privacy_level);
      const terms = { privacy_level, capacity: 7, pay, by_answers: { most: 450 } };
      const r = await this.paid.launched(0, { researcher, ...terms });
      await this.paid.offer(r, 'cash', 'gift_code', 'bank').expect(200);
      this.sessions.push({ r, people: await this.paid.started(r, 6) });
    }
  }

  /** Performs up to three acts at once. */
  async round(): Promise<void> {
    await Promise.all(Array.from({ length: 1 + this.chance.int(3) }, () => this.act()));
  }

  /**
   * Lets each participant complete, if possible. Then closes the sessions and decides about all
   * participants, as the researcher.
   */
  async close(): Promise<void> {
    for (const { r, people } of this.sessions) {
      for (const { person, id } of people)
        this.note('complete', id, await this.ends.act(id, person, { action: 'complete' }));
      this.note('close', r.session_id, await this.paid.change(r, { state: 'closed' }));
    }
    await this.day();
    for (const { r, people } of this.sessions)
      for (const { id } of people) {
        const tag = await this.paid.tag(r, id);
        this.note('approve', id, await this.paid.decide(r, tag, { action: 'approve' }));
      }
    await this.day();
  }

  /**
   * Makes the process die before or after one of the two steps of a payout, `create` and `follow`.
   * @returns a function that restores the two steps
   */
  dying(): () => void {
    const payouts = this.run.app.get(Payouts, { strict: false });
    const spies = (['create', 'follow'] as const).map((half) => {
      const work = payouts[half].bind(payouts) as (...args: unknown[]) => Promise<void>;
      return jest.spyOn(payouts, half).mockImplementation(async (...args: unknown[]) => {
        const fate = this.chance.int(6);
        if (fate === 0) throw new Error(`died before ${half}`);
        await work(...args);
        if (fate === 1) throw new Error(`died after ${half}`);
      });
    });
    return () => {
      for (const spy of spies) spy.mockRestore();
    };
  }

  /**
   * Completes everything that still waits: days pass, and the bank pays the batches that were made.
   */
  async settle(): Promise<void> {
    for (let day = 0; day < 3; day++) {
      this.clock.advance(days(1));
      await this.paid.book();
      await this.paid.continue();
      await this.batch(['paid']);
      await this.paid.continue();
      await this.paid.book();
    }
  }

  /**
   * Advances the clock beyond the time in which decisions can change and participants can claim
   * payments.
   */
  async claimTimeEnds(): Promise<void> {
    const holds = this.run.app.get(ReleaseHolds, { strict: false });
    await holds.findClosed();
    this.clock.advance(days(paymentsLimits.claimDays + 1));
    await new ExpireUnclaimedPaymentsJob(this.run.app.get(UnitOfWork), this.clock).run();
    this.clock.advance(days(1));
    await this.paid.book();
    await holds.run();
  }

  private async act(): Promise<void> {
    const kinds = [
      () => this.byResearcher(),
      () => this.byResearcher(),
      () => this.byParticipant(),
      () => this.byParticipant(),
      () => this.byParticipant(),
      () => this.byParticipant(),
      () => this.cash(),
      () => this.onTop(),
      () => this.byAnswers(),
      () => this.stock(),
      () => this.job('book', () => this.paid.book()),
      () => this.job('continue', () => this.paid.continue()),
      () => this.job('batch', () => this.batch(['paid', 'returned', 'drawn'])),
      () => this.job('release', () => this.run.app.get(ReleaseHolds, { strict: false }).run()),
      () => this.day(),
    ];
    await this.one(kinds)();
  }

  private one<T>(all: readonly T[]): T {
    return all[this.chance.int(all.length)] as T;
  }

  private someone() {
    const { r, people } = this.one(this.sessions);
    return { r, ...this.one(people) };
  }

  private note(what: string, id: string, answer: { status: number }): void {
    this.acts.push(`${what} ${id.slice(0, 4)} ${answer.status}`);
  }

  private async byResearcher(): Promise<void> {
    const { r, person, id } = this.someone();
    const action = this.one([
      'approve',
      'approve',
      'reject',
      'nullify',
      'overturn',
      'screen-out',
    ] as const);
    if (this.chance.int(3) === 0)
      this.note('complete', id, await this.ends.act(id, person, { action: 'complete' }));
    else this.note(action, id, await this.ends.act(id, r.researcher, decisions[action]));
  }

  private async byParticipant(): Promise<void> {
    const { person, id } = this.someone();
    const payment = await this.paymentOf(person);
    if (!payment) {
      const action = this.chance.int(3) === 0 ? 'withdraw' : 'complete';
      this.note(action, id, await this.ends.act(id, person, { action }));
      return;
    }
    const body = this.one([
      { action: 'choose', method: 'gift_code' },
      { action: 'choose', method: 'gift_code' },
      { action: 'choose', method: 'bank', account },
      { action: 'choose', method: 'bank', account },
      { action: 'waive' },
      { action: 'answer', text: 'I read fast.' },
    ]);
    const answer = await this.paid.pay(payment._id, person, body);
    this.note(`${body.action} ${body.method ?? ''}`, id, answer);
  }

  private async cash(): Promise<void> {
    const { r, person, id } = this.someone();
    const payment = await this.paymentOf(person);
    if (!payment) return;
    const code = (await this.paid.code(id, person)).body as { code?: string };
    if (code.code === undefined) return;
    const body = { action: 'confirm-cash', code: code.code };
    this.note('cash', id, await this.paid.pay(payment._id, r.researcher, body));
  }

  /** Chooses one of the payments of a person. */
  private async paymentOf(person: TestPerson) {
    const own = await this.paid.own(person);
    return own[this.chance.int(Math.max(1, own.length))];
  }

  /**
   * Pays a bonus or a top-up; sometimes from two tabs at once, or repeated under one idempotency
   * key.
   */
  private async onTop(): Promise<void> {
    const { r, id } = this.someone();
    const [kind, body] = this.one([
      ['bonuses', { reason: 'You were fast.', amount: 100 + this.chance.int(50), to: 'approved' }],
      ['bonuses', { reason: 'Prize', lines: [{ tag: await this.paid.tag(r, id), amount: 77 }] }],
      ['top-up', { reward: 450 + this.chance.int(200) }],
    ] as const);
    await this.inTwoSteps(r, id, kind, body);
  }

  /**
   * Pays what the participants earned by their answers: to all participants, or to all but one. An
   * anonymous session refuses a payment to all but one.
   */
  private async byAnswers(): Promise<void> {
    const { r, people } = this.one(this.sessions);
    const paid = people.slice(this.chance.int(2));
    const amount = this.one([130, 450]);
    const lines = await Promise.all(
      paid.map(async ({ id }) => ({ participant: await this.paid.codeOf(id), amount })),
    );
    const what = this.one([{ lines }, { expression: '3.2' }, { expression: '3.2' }]);
    await this.inTwoSteps(r, r.session_id, 'pay-by-answers', { reason: 'Answers', ...what });
  }

  private async inTwoSteps(
    r: RecruitingStudy,
    id: string,
    kind: Parameters<typeof this.paid.ask>[1],
    body: object,
  ): Promise<void> {
    const shown = await this.paid.ask(r, kind, body);
    this.note(`see ${kind}`, id, shown);
    if (shown.status !== 200) return;
    const { digest } = shown.body as { digest: string };
    const keys = this.one([['a'], ['a', 'a'], ['a', 'b']] as const);
    const key = unique();
    const answers = await Promise.all(
      keys.map((tab) => this.paid.ask(r, kind, { ...body, digest }, { key: key + tab })),
    );
    for (const answer of answers) this.note(kind, id, answer);
  }

  private async stock(): Promise<void> {
    const { r } = this.one(this.sessions);
    const text = `brand,amount,currency,code,pin,expires\nShop,4.50,EUR,${unique()},,\n`;
    const answer = await this.run
      .http()
      .post('/api/gift-codes/')
      .set(r.researcher.headers)
      .attach('file', Buffer.from(text), { filename: 'codes.csv', contentType: 'text/csv' });
    this.note('stock', '', answer);
  }

  private async job(name: string, work: () => Promise<unknown>): Promise<void> {
    const status = await work().then(
      () => 200,
      (error: unknown) => {
        if (error instanceof Error && error.message.includes('died ')) return 500;
        throw error;
      },
    );
    this.note(name, '', { status });
  }

  private day(): Promise<void> {
    this.clock.advance(days(1));
    this.acts.push('day');
    return Promise.resolve();
  }

  /** Makes a batch of the waiting payouts, and reports the bank's result for each line. */
  private async batch(states: readonly ('paid' | 'returned' | 'drawn')[]): Promise<void> {
    const call = (method: 'post' | 'put' | 'get', path: string) =>
      this.run
        .http()
        [method](path)
        .set(this.administrator?.headers ?? {});
    await call('post', '/api/payout-batches/').send({ currency: 'EUR' });
    const { items } = (await call('get', '/api/payout-batches/?limit=100')).body as {
      items: PayoutBatch[];
    };
    for (const { _id } of items.filter((batch) => batch.states.drawn > 0)) {
      const path = `/api/payout-batches/${_id}/`;
      const { lines } = (await call('get', path)).body as PayoutBatchDetails;
      const decided = lines
        .filter((line) => line.state === 'drawn')
        .map((line) => ({ id: line._id, state: this.one(states) }))
        .filter((line) => line.state !== 'drawn');
      if (decided.length > 0) await call('put', path).send({ lines: decided });
    }
  }
}
