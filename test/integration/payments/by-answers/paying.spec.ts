/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { paymentsLimits } from '../../../../contracts/payments/limits';
import { days } from '../../../../server/platform/concurrency/clock';
import { Transaction } from '../../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { unique } from '../../../support/chance/unique';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { studyExportRequestsOf } from '../../research-data/exporting';
import { launchHostedStudy } from '../../runtime/running';
import { nullifyDecision, overturnDecision } from '../decisions';
import {
  payByAnswersKind,
  payLinesFor,
  namedSessionOptions,
  payByAnswersRequestsOf,
  payByAnswersReason,
  statusAndCodeOf,
  spotCost,
} from './by-answers-rig';

let run: SeparateApp;
let paid: ReturnType<typeof payByAnswersRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = payByAnswersRequestsOf(run, clock);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const bonuses = async ({ session_id }: RecruitingStudy): Promise<number> => {
  const rows: object[] = await run.source.query(
    `SELECT FROM research.bonus WHERE session_id = $1`,
    [session_id],
  );
  return rows.length;
};

describe('The money held for pay by answers', () => {
  it('is held at the launch for each spot, and later for each added spot', async () => {
    const r = await paid.launched(6 * spotCost, { ...namedSessionOptions, capacity: 5 });
    expect(await paid.held(r)).toBe(5 * spotCost);
    expect(await paid.cost(r, '?capacity=6')).toMatchObject({
      by_answers: 6 * 330,
      total: 6 * spotCost,
      missing: 0,
    });
    await paid.change(r, { capacity: 6 }).expect(200);
    expect(await paid.held(r)).toBe(6 * spotCost);
    expect(statusAndCodeOf(await paid.change(r, { capacity: 7 }))).toEqual([
      409,
      'insufficient_funds',
    ]);
  });

  it('is given back when the researchers paid nothing by answers for half a year', async () => {
    const { r } = await paid.over();
    await paid.book();
    paid.tomorrow();
    await paid.release(r);
    expect(await paid.held(r)).toBe(5 * 330);
    clock.advance(days(paymentsLimits.claimDays));
    await paid.release(r);
    expect(await paid.held(r)).toBe(0);
  });

  it('is given back for spots that nobody took, and stays for participants who may still be paid', async () => {
    const r = await paid.launched(6 * spotCost, namedSessionOptions);
    const people = await paid.approved(r, 3);
    await paid.close(r);
    await paid.book();
    await paid.release(r);
    expect(await paid.held(r)).toBe(3 * 330);
    // A cancellation may be overturned for thirty days, so money stays on hold for the participant.
    await paid.ends.act(people[0]?.id ?? '', r.researcher, nullifyDecision);
    paid.tomorrow();
    await paid.book();
    await paid.release(r);
    expect(await paid.held(r)).toBe(495 + 3 * 330);
    clock.advance(31 * 86_400_000);
    await paid.release(r);
    expect(await paid.held(r)).toBe(2 * 330);
    await paid.give(r, payByAnswersKind, {
      reason: payByAnswersReason,
      lines: await paid.linesOf(people.slice(1), 300),
    });
    expect(await paid.held(r)).toBe(2 * 330);
  });
});

describe('Pay by answers', () => {
  it('states its cost, is paid from the held money by a request that repeats the digest, and gives back the rest', async () => {
    const { r, people, codes } = await paid.over();
    const body = {
      reason: payByAnswersReason,
      lines: payLinesFor(codes, (n) => (n === 0 ? 300 : 100)),
    };
    const shown = await paid.preview(r, payByAnswersKind, body);
    expect(shown).toMatchObject({ people: 5, amount_total: 700, fee: 70, missing: 0 });
    expect(await bonuses(r)).toBe(0);
    const made = await paid.ask(r, payByAnswersKind, { ...body, digest: shown.digest }).expect(201);
    expect(made.body).toMatchObject({ kind: 'by_answers', people: 5, amount_total: 700, fee: 70 });
    const own = await Promise.all(people.map(({ person }) => paid.extras(person)));
    expect(own.map(([one]) => one?.amount)).toEqual([300, 100, 100, 100, 100]);
    expect(own[0]?.[0]).toMatchObject({
      kind: 'by_answers',
      reason: payByAnswersReason,
      state: 'approved',
    });
    await paid.book();
    paid.tomorrow();
    await paid.release(r);
    expect([await paid.owed(r), await paid.held(r)]).toEqual([5 * 450 + 700, 0]);
    expect(await paid.cost(r)).toMatchObject({ by_answers: 0 });
  });

  it('is paid once when two tabs send the same request', async () => {
    const { r, codes } = await paid.over();
    const body = { reason: payByAnswersReason, lines: payLinesFor(codes) };
    const { digest } = await paid.preview(r, payByAnswersKind, body);
    const answers = await Promise.all(
      [1, 2].map(() => paid.ask(r, payByAnswersKind, { ...body, digest }, { key: unique() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, body))).toEqual([
      409,
      'paid_by_answers_before',
    ]);
    expect(await bonuses(r)).toBe(1);
  });

  it('stores nothing when the process dies before the last line, and is paid by the next attempt', async () => {
    const { r, people, codes } = await paid.over();
    const body = { reason: payByAnswersReason, lines: payLinesFor(codes) };
    const { digest } = await paid.preview(r, payByAnswersKind, body);
    const record = jest.spyOn(Transaction.prototype, 'record');
    record.mockImplementationOnce(() => {
      throw new Error('killed');
    });
    await paid.ask(r, payByAnswersKind, { ...body, digest }).expect(500);
    record.mockRestore();
    expect([await bonuses(r), await paid.held(r)]).toEqual([0, 6 * spotCost]);
    await paid.ask(r, payByAnswersKind, { ...body, digest }).expect(201);
    expect(await paid.extras(people[0]?.person ?? r.researcher)).toHaveLength(1);
  });

  it('names each line that cannot be paid', async () => {
    const { r, codes } = await paid.over();
    const other = await paid.over();
    const lines = [
      ...payLinesFor(codes.slice(0, 1)),
      ...payLinesFor(other.codes.slice(0, 1)),
      ...payLinesFor(codes.slice(0, 1)),
      ...payLinesFor(codes.slice(1, 2), () => 301),
    ];
    expect(await paid.faults(r, { reason: payByAnswersReason, lines }, payByAnswersKind)).toEqual([
      ['lines.1.participant', 'unknown_participant'],
      ['lines.2.participant', 'named_twice'],
      ['lines.3.participant', 'above_most'],
    ]);
    const wrong = [
      { reason: payByAnswersReason },
      { reason: payByAnswersReason, lines: [], expression: '1' },
      { reason: payByAnswersReason, lines: payLinesFor(['short']) },
      { reason: payByAnswersReason, lines: payLinesFor(codes, () => -1) },
      { reason: payByAnswersReason, lines: payLinesFor(codes, () => 1.5) },
    ];
    for (const body of wrong)
      expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, body))).toEqual([
        400,
        'validation_failed',
      ]);
  });

  it('is refused before the session is over, and without terms', async () => {
    const r = await paid.launched(6 * spotCost, namedSessionOptions);
    const [first] = await paid.approved(r);
    const body = {
      reason: payByAnswersReason,
      lines: payLinesFor([await paid.codeOf(first?.id ?? '')]),
    };
    expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, body))).toEqual([
      409,
      'still_taking_part',
    ]);
    await paid.completed(r);
    await paid.close(r);
    expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, body))).toEqual([
      409,
      'still_taking_part',
    ]);
    const without = await paid.launched(6 * spotCost, { privacy_level: 'roster_on_start' });
    expect(statusAndCodeOf(await paid.ask(without, payByAnswersKind, body))).toEqual([
      409,
      'not_paid_by_answers',
    ]);
  });

  it('is kept if the participation is cancelled later', async () => {
    const { r, people, codes } = await paid.over();
    await paid.give(r, payByAnswersKind, { reason: payByAnswersReason, lines: payLinesFor(codes) });
    const [first] = people;
    await paid.ends.act(first?.id ?? '', r.researcher, nullifyDecision);
    const own = await paid.own(first?.person ?? r.researcher);
    expect(Object.fromEntries(own.map((one) => [one.kind, one.state]))).toEqual({
      by_answers: 'approved',
      reward: 'reversed',
    });
  });

  it('answers a repeated request like the first one, whatever became of the answers since', async () => {
    const { tookPart } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, {
      ...namedSessionOptions,
      researcher: await paid.funded(6 * spotCost),
    });
    const trial = { kind: 'trial' as const, data: JSON.stringify({ score: 2 }) };
    const { id } = await tookPart(r, [trial], 'completed');
    await paid.ends.act(id, r.researcher, { action: 'approve' });
    await paid.close(r);
    const key = unique();
    const body = { reason: payByAnswersReason, expression: 'score' };
    const { digest } = await paid.preview(r, payByAnswersKind, body);
    const first = await paid.ask(r, payByAnswersKind, { ...body, digest }, { key }).expect(201);
    await run.source.query(
      `UPDATE research.participation SET data_withdrawn_on = current_date WHERE id = $1`,
      [id],
    );
    const again = await paid.ask(r, payByAnswersKind, { ...body, digest }, { key });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = { ...body, digest: digest.replace(/./g, '0') };
    expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, other, { key }))).toEqual([
      409,
      'idempotency_conflict',
    ]);
  });

  it('says in advance what the wallet lacks when less is held than the answers may earn', async () => {
    const r = await paid.launched(spotCost, { ...namedSessionOptions, capacity: 1 });
    const first = await paid.approved(r);
    await paid.ends.act(first[0]?.id ?? '', r.researcher, nullifyDecision);
    const second = await paid.approved(r);
    await paid.ends.act(first[0]?.id ?? '', r.researcher, overturnDecision);
    await paid.ends.act(first[0]?.id ?? '', r.researcher, { action: 'approve' });
    await paid.close(r);
    await paid.book();
    expect(await paid.held(r)).toBe(330);
    const body = {
      reason: payByAnswersReason,
      lines: await paid.linesOf([...first, ...second], 300),
    };
    const { digest, missing } = await paid.preview(r, payByAnswersKind, body);
    expect(missing).toBe(330);
    const refused = await paid.ask(r, payByAnswersKind, { ...body, digest });
    expect(statusAndCodeOf(refused)).toEqual([409, 'insufficient_funds']);
    await paid.fund(r.researcher, 330);
    await paid.ask(r, payByAnswersKind, { ...body, digest }).expect(201);
  });

  it('may name more participants than a bonus, since it can be done only once', async () => {
    const r = await paid.launched(6 * spotCost, namedSessionOptions);
    const people = await paid.approved(r, 2);
    await paid.close(r);
    const own = await paid.linesOf(people);
    const upper = own.map((one) => ({ ...one, participant: one.participant.toUpperCase() }));
    const unknown = Array.from({ length: paymentsLimits.linesByAnswers - 2 }, (_, n) => ({
      participant: n.toString(16).padStart(32, '0'),
      amount: 100_000_00,
    }));
    const faults = await paid.faults(
      r,
      { reason: payByAnswersReason, lines: [...upper, ...unknown] },
      payByAnswersKind,
    );
    expect(faults.slice(0, 1)).toEqual([['lines.2.participant', 'unknown_participant']]);
    expect(faults).toHaveLength(100);
    const tooMany = await paid.ask(r, payByAnswersKind, {
      reason: payByAnswersReason,
      lines: [...own, ...unknown, ...own],
    });
    expect(statusAndCodeOf(tooMany)).toEqual([400, 'validation_failed']);
    expect(
      await paid.give(r, payByAnswersKind, { reason: payByAnswersReason, lines: upper }),
    ).toMatchObject({
      people: 2,
    });
  });
});

describe('An expression that computes pay from answers', () => {
  it('reads the last values of the finished runs, as exports have them', async () => {
    const { tookPart } = studyExportRequestsOf(run);
    const researcher = await paid.funded(6 * spotCost);
    const r = await launchHostedStudy(run, { ...namedSessionOptions, researcher });
    const takings = [];
    for (const score of [10, 25]) {
      const data = [
        { correct: true, score: 1 },
        { correct: score === 25, score },
      ];
      takings.push(
        await tookPart(
          r,
          data.map((one) => ({ kind: 'trial' as const, data: JSON.stringify(one) })),
          'completed',
        ),
      );
    }
    for (const { id } of takings) await paid.ends.act(id, r.researcher, { action: 'approve' });
    await paid.close(r);
    const by = (expression: string) => ({ reason: payByAnswersReason, expression });
    for (const [text, fault] of [
      ['score +', 'invalid_expression'],
      ['scores', 'unknown_variable'],
      ['if(score == 10, "x", 1)', 'no_number'],
    ] as const)
      expect(await paid.faults(r, by(text), payByAnswersKind)).toEqual([['expression', fault]]);
    const made = await paid.give(r, payByAnswersKind, by('score / 10 + 0.1 * sum(correct)'));
    expect(made).toMatchObject({ people: 2, amount_total: 110 + 270 });
    expect(await paid.extras(takings[1]?.person ?? researcher)).toMatchObject([{ amount: 270 }]);
  });
});
