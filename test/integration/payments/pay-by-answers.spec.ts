/**
 * @lane quick
 * @engines one: rows and transactions; no queue is involved
 */
import { paymentsLimits } from '../../../contracts/payments/limits';
import { ReleaseHolds } from '../../../server/payments/holds/release-holds';
import { days } from '../../../server/platform/concurrency/clock';
import { Transaction } from '../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type OwnApp } from '../../support/app/app';
import { unique } from '../../support/chance/unique';
import type { Recruiting } from '../../support/people/recruiting';
import { exportingOf } from '../research-data/exporting';
import { recruitHosted } from '../runtime/running';
import { bonusesOf } from './bonus-rig';
import { nullify, reject } from './decisions';
import { receiptsOf } from './receipts/receipts-rig';

let run: OwnApp;
let paid: ReturnType<typeof bonusesOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = bonusesOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const by_answers = { most: 300 };
/** Of one spot: the reward, the most by answers, and a fee of a tenth of each. */
const spot = 495 + 330;
const kind = 'pay-by-answers';
const reason = 'Right answers';
const tomorrow = () => clock.advance(days(1));
const names = { privacy_level: 'roster_on_start', by_answers, capacity: 6 };
const anonymous = { privacy_level: 'anonymous', by_answers, capacity: 6 };

/** A closed session whose participants are approved, with their codes in exports. */
async function over(options: object = names, count = 5) {
  const r = await paid.launched(6 * spot, options);
  const people = await paid.completed(r, count);
  const isAnonymous = options === anonymous;
  if (isAnonymous) tomorrow();
  for (const { id } of people)
    if (isAnonymous) await paid.approve(r, await paid.tag(r, id));
    else await paid.ends.act(id, r.researcher, { action: 'approve' });
  await paid.change(r, { state: 'closed' }).expect(200);
  if (isAnonymous) tomorrow();
  const codes = await Promise.all(people.map(({ id }) => paid.codeOf(id)));
  return { r, people, codes };
}
const linesOf = (codes: readonly string[], amountOf: (n: number) => number = () => 200) =>
  codes.map((participant, n) => ({ participant, amount: amountOf(n) }));
const code = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code: string }).code,
];
const release = ({ session_id }: Recruiting) =>
  run.app.get(ReleaseHolds, { strict: false }).release(session_id);
const bonuses = async ({ session_id }: Recruiting): Promise<number> => {
  const rows: object[] = await run.source.query(
    `SELECT FROM research.bonus WHERE session_id = $1`,
    [session_id],
  );
  return rows.length;
};

describe('The most that answers may earn', () => {
  it('is held by the launch for each spot, and for more spots when there are more', async () => {
    const r = await paid.launched(6 * spot, { ...names, capacity: 5 });
    expect(await paid.held(r)).toBe(5 * spot);
    expect(await paid.cost(r, '?capacity=6')).toMatchObject({
      by_answers: 6 * 330,
      total: 6 * spot,
      missing: 0,
    });
    await paid.change(r, { capacity: 6 }).expect(200);
    expect(await paid.held(r)).toBe(6 * spot);
    expect(code(await paid.change(r, { capacity: 7 }))).toEqual([409, 'insufficient_funds']);
  });

  it('comes back where the researchers paid nothing by answers in half a year', async () => {
    const { r } = await over();
    await paid.book();
    tomorrow();
    await release(r);
    expect(await paid.held(r)).toBe(5 * 330);
    clock.advance(days(paymentsLimits.claimDays));
    await release(r);
    expect(await paid.held(r)).toBe(0);
  });
});

describe('Pay by answers', () => {
  it('says what it costs, is paid from the hold by the digest, and gives back the rest', async () => {
    const { r, people, codes } = await over();
    const body = { reason, lines: linesOf(codes, (n) => (n === 0 ? 300 : 100)) };
    const shown = await paid.preview(r, kind, body);
    expect(shown).toMatchObject({ people: 5, amount_total: 700, fee: 70, missing: 0 });
    expect(await bonuses(r)).toBe(0);
    const made = await paid.ask(r, kind, { ...body, digest: shown.digest }).expect(201);
    expect(made.body).toMatchObject({ kind: 'by_answers', people: 5, amount_total: 700, fee: 70 });
    const own = await Promise.all(people.map(({ person }) => paid.extras(person)));
    expect(own.map(([one]) => one?.amount)).toEqual([300, 100, 100, 100, 100]);
    expect(own[0]?.[0]).toMatchObject({ kind: 'by_answers', reason, state: 'approved' });
    await paid.book();
    tomorrow();
    await release(r);
    expect([await paid.owed(r), await paid.held(r)]).toEqual([5 * 450 + 700, 0]);
    expect(await paid.cost(r)).toMatchObject({ by_answers: 0 });
  });

  it('is done once, of two tabs by one', async () => {
    const { r, codes } = await over();
    const body = { reason, lines: linesOf(codes) };
    const { digest } = await paid.preview(r, kind, body);
    const answers = await Promise.all(
      [1, 2].map(() => paid.ask(r, kind, { ...body, digest }, { key: unique() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(code(await paid.ask(r, kind, body))).toEqual([409, 'paid_by_answers_before']);
    expect(await bonuses(r)).toBe(1);
  });

  it('leaves nothing behind where the process dies before the last line, and is paid by the next try', async () => {
    const { r, people, codes } = await over();
    const body = { reason, lines: linesOf(codes) };
    const { digest } = await paid.preview(r, kind, body);
    const record = jest.spyOn(Transaction.prototype, 'record');
    record.mockImplementationOnce(() => {
      throw new Error('killed');
    });
    await paid.ask(r, kind, { ...body, digest }).expect(500);
    record.mockRestore();
    expect([await bonuses(r), await paid.held(r)]).toEqual([0, 6 * spot]);
    await paid.ask(r, kind, { ...body, digest }).expect(201);
    expect(await paid.extras(people[0]?.person ?? r.researcher)).toHaveLength(1);
  });

  it('names each line that cannot be paid', async () => {
    const { r, codes } = await over();
    const other = await over();
    const lines = [
      ...linesOf(codes.slice(0, 1)),
      ...linesOf(other.codes.slice(0, 1)),
      ...linesOf(codes.slice(0, 1)),
      ...linesOf(codes.slice(1, 2), () => 301),
    ];
    expect(await paid.faults(r, { reason, lines }, kind)).toEqual([
      ['lines.1.participant', 'unknown_participant'],
      ['lines.2.participant', 'named_twice'],
      ['lines.3.participant', 'above_most'],
    ]);
    const wrong = [
      { reason },
      { reason, lines: [], expression: '1' },
      { reason, lines: linesOf(['short']) },
      { reason, lines: linesOf(codes, () => -1) },
      { reason, lines: linesOf(codes, () => 1.5) },
    ];
    for (const body of wrong)
      expect(code(await paid.ask(r, kind, body))).toEqual([400, 'validation_failed']);
  });

  it('is refused before the session is over, and without terms', async () => {
    const r = await paid.launched(6 * spot, names);
    const [first] = await paid.approved(r);
    const body = { reason, lines: linesOf([await paid.codeOf(first?.id ?? '')]) };
    expect(code(await paid.ask(r, kind, body))).toEqual([409, 'still_taking_part']);
    await paid.completed(r);
    await paid.change(r, { state: 'closed' }).expect(200);
    expect(code(await paid.ask(r, kind, body))).toEqual([409, 'still_taking_part']);
    const without = await paid.launched(6 * spot, { privacy_level: 'roster_on_start' });
    expect(code(await paid.ask(without, kind, body))).toEqual([409, 'not_paid_by_answers']);
  });

  it('stays where the participation is cancelled later', async () => {
    const { r, people, codes } = await over();
    await paid.give(r, kind, { reason, lines: linesOf(codes) });
    const [first] = people;
    await paid.ends.act(first?.id ?? '', r.researcher, nullify);
    const own = await paid.own(first?.person ?? r.researcher);
    expect(Object.fromEntries(own.map((one) => [one.kind, one.state]))).toEqual({
      by_answers: 'approved',
      reward: 'reversed',
    });
  });
});

it('In a session with names, an editor who sees none finds no amount by answers beside a tag', async () => {
  const { r, codes } = await over();
  const bonus = await paid.give(r, kind, { reason, lines: linesOf(codes) });
  const editor = await exportingOf(run).makeEditor(r.study_id);
  const kinds = async (who = r.researcher) => (await paid.listed(r, who)).map((one) => one.kind);
  expect((await kinds()).filter((one) => one === 'by_answers')).toHaveLength(5);
  expect(await kinds(editor)).toEqual(Array(5).fill('reward'));
  expect(await receiptsOf(run).body('bonus', bonus._id, editor)).toMatchObject({
    people: 5,
    lines: [],
  });
});

describe('In an anonymous session', () => {
  it('each amount goes to five or more', async () => {
    const { r, codes } = await over(anonymous);
    const uneven = { reason, lines: linesOf(codes, (n) => (n === 0 ? 300 : 200)) };
    expect(code(await paid.ask(r, kind, uneven))).toEqual([409, 'too_few_paid_alike']);
    const four = { reason, lines: linesOf(codes.slice(1)) };
    expect(code(await paid.ask(r, kind, four))).toEqual([409, 'too_few_paid_alike']);
    expect(await paid.give(r, kind, { reason, lines: linesOf(codes) })).toMatchObject({
      people: 5,
    });
  });

  it('all who completed are paid, also who was rejected: exports have no decisions', async () => {
    const r = await paid.launched(6 * spot, anonymous);
    const people = await paid.completed(r, 5);
    tomorrow();
    for (const { id } of people.slice(1)) await paid.approve(r, await paid.tag(r, id));
    await paid.decide(r, await paid.tag(r, people[0]?.id ?? ''), reject).expect(200);
    await paid.change(r, { state: 'closed' }).expect(200);
    tomorrow();
    const codes = await Promise.all(people.map(({ id }) => paid.codeOf(id)));
    expect(await paid.give(r, kind, { reason, lines: linesOf(codes) })).toMatchObject({
      people: 5,
    });
    const own = await paid.own(people[0]?.person ?? r.researcher);
    expect(Object.fromEntries(own.map((one) => [one.kind, one.state]))).toEqual({
      by_answers: 'approved',
      reward: 'rejected',
    });
  });

  it('waits for the next day after the last decision', async () => {
    const r = await paid.launched(6 * spot, anonymous);
    const people = await paid.completed(r, 5);
    tomorrow();
    for (const { id } of people) await paid.approve(r, await paid.tag(r, id));
    await paid.change(r, { state: 'closed' }).expect(200);
    const codes = await Promise.all(people.map(({ id }) => paid.codeOf(id)));
    const body = { reason, lines: linesOf(codes) };
    expect(code(await paid.ask(r, kind, body))).toEqual([409, 'still_taking_part']);
    tomorrow();
    await paid.ask(r, kind, body).expect(200);
  });

  it('amounts stand beside no tag: in no list, log or receipt, and not at the desk', async () => {
    const { r, people, codes } = await over(anonymous);
    const [first] = people;
    if (!first) throw new Error('nobody');
    await paid.offer(r, 'cash', 'gift_code').expect(200);
    const bonus = await paid.give(r, kind, { reason, lines: linesOf(codes, () => 217) });
    const [own] = await paid.extras(first.person);
    tomorrow();
    expect((await paid.listed(r)).map(({ kind: of }) => of)).toEqual(Array(5).fill('reward'));
    expect(await paid.extras(first.person)).toMatchObject([{ amount: 217, methods: ['bank'] }]);
    const chosen = await paid.pay(own?._id ?? '', first.person, {
      action: 'choose',
      method: 'gift_code',
    });
    expect(code(chosen)).toEqual([409, 'method_not_offered']);
    const desk = (await paid.code(first.id, first.person).expect(200)).body as { code: string };
    const atDesk = await paid.pay(own?._id ?? '', r.researcher, {
      action: 'confirm-cash',
      code: desk.code,
    });
    expect(code(atDesk)).toEqual([404, 'not_found']);
    const body = await receiptsOf(run).body('bonus', bonus._id, r.researcher);
    expect(body).toMatchObject({ people: 5, total: 5 * 217, lines: [] });
    await run.source.query(
      `UPDATE research.payment SET state = 'paid', method = 'bank', day = day - 1 WHERE session_id = $1`,
      [r.session_id],
    );
    const log = await receiptsOf(run).body('disbursement-log', r.session_id, r.researcher);
    expect(JSON.stringify(log)).not.toContain('217');
    const ofPayment = await receiptsOf(run).body(
      'participant-payment',
      own?._id ?? '',
      first.person,
    );
    expect(ofPayment).toMatchObject({ amount: 217, participant: null, kind: 'by_answers' });
  });

  it('the role that joins codes and participations can be taken by no session', async () => {
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
});

describe('An expression', () => {
  it('reads the last values of the finished runs, as exports have them', async () => {
    const { tookPart } = exportingOf(run);
    const researcher = await paid.funded(6 * spot);
    const r = await recruitHosted(run, { ...names, researcher });
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
    await paid.change(r, { state: 'closed' }).expect(200);
    const by = (expression: string) => ({ reason, expression });
    for (const [text, fault] of [
      ['score +', 'invalid_expression'],
      ['scores', 'unknown_variable'],
      ['if(score == 10, "x", 1)', 'no_number'],
    ] as const)
      expect(await paid.faults(r, by(text), kind)).toEqual([['expression', fault]]);
    const made = await paid.give(r, kind, by('score / 10 + 0.1 * sum(correct)'));
    expect(made).toMatchObject({ people: 2, amount_total: 110 + 270 });
    expect(await paid.extras(takings[1]?.person ?? researcher)).toMatchObject([{ amount: 270 }]);
  });
});
