/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { studyExportRequestsOf } from '../../research-data/exporting';
import { rejectDecision } from '../decisions';
import { receiptRequestsOf } from '../receipts/receipts-rig';
import {
  anonymousSessionOptions,
  payByAnswersKind,
  payLinesFor,
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

describe('When an anonymous session pays by answers,', () => {
  it('each amount is paid to five participants or more', async () => {
    const { r, codes } = await paid.over(anonymousSessionOptions);
    const uneven = {
      reason: payByAnswersReason,
      lines: payLinesFor(codes, (n) => (n === 0 ? 300 : 200)),
    };
    expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, uneven))).toEqual([
      409,
      'too_few_paid_alike',
    ]);
    const four = { reason: payByAnswersReason, lines: payLinesFor(codes.slice(1)) };
    expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, four))).toEqual([
      409,
      'too_few_paid_alike',
    ]);
    expect(
      await paid.give(r, payByAnswersKind, {
        reason: payByAnswersReason,
        lines: payLinesFor(codes),
      }),
    ).toMatchObject({
      people: 5,
    });
  });

  it('the participants who get nothing are five or more, too', async () => {
    const r = await paid.launched(6 * spotCost, anonymousSessionOptions);
    const people = await paid.completed(r, 6);
    paid.tomorrow();
    await paid.close(r);
    await paid.approveAll(r, people);
    paid.tomorrow();
    const lines = await paid.linesOf(people);
    const five = await paid.ask(r, payByAnswersKind, {
      reason: payByAnswersReason,
      lines: lines.slice(1),
    });
    expect(statusAndCodeOf(five)).toEqual([409, 'too_few_paid_alike']);
    await paid.ask(r, payByAnswersKind, { reason: payByAnswersReason, lines }).expect(200);
  });

  it('everybody who completed is paid, also rejected participants, because exports contain no decisions', async () => {
    const r = await paid.launched(6 * spotCost, anonymousSessionOptions);
    const people = await paid.completed(r, 5);
    paid.tomorrow();
    for (const { id } of people.slice(1)) await paid.approve(r, await paid.tag(r, id));
    await paid.decide(r, await paid.tag(r, people[0]?.id ?? ''), rejectDecision).expect(200);
    await paid.close(r);
    paid.tomorrow();
    const codes = await Promise.all(people.map(({ id }) => paid.codeOf(id)));
    expect(
      await paid.give(r, payByAnswersKind, {
        reason: payByAnswersReason,
        lines: payLinesFor(codes),
      }),
    ).toMatchObject({
      people: 5,
    });
    const own = await paid.own(people[0]?.person ?? r.researcher);
    expect(Object.fromEntries(own.map((one) => [one.kind, one.state]))).toEqual({
      by_answers: 'approved',
      reward: 'rejected',
    });
  });

  it('the payment waits for the next day after the last decision', async () => {
    const r = await paid.launched(6 * spotCost, anonymousSessionOptions);
    const people = await paid.completed(r, 5);
    paid.tomorrow();
    for (const { id } of people) await paid.approve(r, await paid.tag(r, id));
    await paid.close(r);
    const codes = await Promise.all(people.map(({ id }) => paid.codeOf(id)));
    const body = { reason: payByAnswersReason, lines: payLinesFor(codes) };
    expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, body))).toEqual([
      409,
      'still_taking_part',
    ]);
    paid.tomorrow();
    await paid.ask(r, payByAnswersKind, body).expect(200);
  });

  it('the payment waits for the day after the last decision, and leaves no participant out', async () => {
    const r = await paid.launched(6 * spotCost, anonymousSessionOptions);
    const people = await paid.completed(r, 6);
    paid.tomorrow();
    await paid.close(r);
    await paid.approveAll(r, people.slice(1));
    paid.tomorrow();
    await paid.approveAll(r, people.slice(0, 1));
    const body = { reason: payByAnswersReason, expression: '2' };
    expect(statusAndCodeOf(await paid.ask(r, payByAnswersKind, body))).toEqual([
      409,
      'still_taking_part',
    ]);
    const lines = await paid.linesOf(people.slice(1));
    expect(
      statusAndCodeOf(await paid.ask(r, payByAnswersKind, { reason: payByAnswersReason, lines })),
    ).toEqual([409, 'still_taking_part']);
    paid.tomorrow();
    expect(await paid.give(r, payByAnswersKind, body)).toMatchObject({
      people: 6,
      amount_total: 1_200,
    });
  });

  it('no list, log or receipt and no page of the desk shows an amount beside a tag', async () => {
    const { r, people, codes } = await paid.over(anonymousSessionOptions);
    const [first] = people;
    if (!first) throw new Error('nobody');
    await paid.offer(r, 'cash', 'gift_code').expect(200);
    const bonus = await paid.give(r, payByAnswersKind, {
      reason: payByAnswersReason,
      lines: payLinesFor(codes, () => 217),
    });
    const [own] = await paid.extras(first.person);
    paid.tomorrow();
    expect((await paid.listed(r)).map(({ kind: of }) => of)).toEqual(Array(5).fill('reward'));
    expect(await paid.extras(first.person)).toMatchObject([{ amount: 217, methods: ['bank'] }]);
    const chosen = await paid.pay(own?._id ?? '', first.person, {
      action: 'choose',
      method: 'gift_code',
    });
    expect(statusAndCodeOf(chosen)).toEqual([409, 'method_not_offered']);
    const desk = (await paid.code(first.id, first.person).expect(200)).body as { code: string };
    const atDesk = await paid.pay(own?._id ?? '', r.researcher, {
      action: 'confirm-cash',
      code: desk.code,
    });
    expect(statusAndCodeOf(atDesk)).toEqual([404, 'not_found']);
    const body = await receiptRequestsOf(run).body('bonus', bonus._id, r.researcher);
    expect(body).toMatchObject({ people: 5, total: 5 * 217, lines: [] });
    await run.source.query(
      `UPDATE research.payment SET state = 'paid', method = 'bank', day = day - 1 WHERE session_id = $1`,
      [r.session_id],
    );
    const log = await receiptRequestsOf(run).body('disbursement-log', r.session_id, r.researcher);
    expect(JSON.stringify(log)).not.toContain('217');
    const ofPayment = await receiptRequestsOf(run).body(
      'participant-payment',
      own?._id ?? '',
      first.person,
    );
    expect(ofPayment).toMatchObject({ amount: 217, participant: null, kind: 'by_answers' });
  });

  it('no database session can take the role that joins codes and participations', async () => {
    for (const role of ['commonlab_app', 'commonlab_link', 'commonlab_export']) {
      const [row]: { may: boolean }[] = await run.source.query(
        `SELECT pg_has_role($1, 'commonlab_answers', 'MEMBER') AS may`,
        [role],
      );
      expect(row?.may).toBe(false);
    }
    const [owner]: { owner: string; definer: boolean }[] = await run.source.query(
      `SELECT pg_get_userbyid(proowner) AS owner, prosecdef AS definer FROM pg_proc
       WHERE oid = 'research.pay_by_answers(uuid, uuid, jsonb, text, date)'::regprocedure`,
    );
    expect(owner).toEqual({ owner: 'commonlab_answers', definer: true });
  });

  it('the money is given back when too few participants are left to pay any amount', async () => {
    const r = await paid.launched(6 * spotCost, anonymousSessionOptions);
    const people = await paid.completed(r, 4);
    paid.tomorrow();
    await paid.close(r);
    await paid.approveAll(r, people);
    paid.tomorrow();
    await paid.book();
    await paid.release(r);
    expect([await paid.held(r), await paid.owed(r)]).toEqual([0, 4 * 450]);
  });
});

it('In a session with names, an editor without access to names finds no amount for answers beside a tag', async () => {
  const { r, codes } = await paid.over();
  const bonus = await paid.give(r, payByAnswersKind, {
    reason: payByAnswersReason,
    lines: payLinesFor(codes),
  });
  const editor = await studyExportRequestsOf(run).makeEditor(r.study_id);
  const kinds = async (who = r.researcher) => (await paid.listed(r, who)).map((one) => one.kind);
  expect((await kinds()).filter((one) => one === 'by_answers')).toHaveLength(5);
  expect(await kinds(editor)).toEqual(Array(5).fill('reward'));
  expect(await receiptRequestsOf(run).body('bonus', bonus._id, editor)).toMatchObject({
    people: 5,
    lines: [],
  });
});
