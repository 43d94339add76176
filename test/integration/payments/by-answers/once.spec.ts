/**
 * @lane quick
 * @engines one: rows and transactions; no queue is involved
 */
import { paymentsLimits } from '../../../../contracts/payments/limits';
import { startApp, TestClock, type OwnApp } from '../../../support/app/app';
import { unique } from '../../../support/chance/unique';
import { exportingOf } from '../../research-data/exporting';
import { recruitHosted } from '../../runtime/running';
import { nullify, overturn } from '../decisions';
import { anonymous, kind, names, payingByAnswersOf, reason, refusal, spot } from './by-answers-rig';

let run: OwnApp;
let paid: ReturnType<typeof payingByAnswersOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = payingByAnswersOf(run, clock);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

describe('Pay by answers, which is done once', () => {
  it('waits in an anonymous session for the day after the last decision, and leaves nobody out', async () => {
    const r = await paid.launched(6 * spot, anonymous);
    const people = await paid.completed(r, 6);
    paid.tomorrow();
    await paid.close(r);
    await paid.approveAll(r, people.slice(1));
    paid.tomorrow();
    await paid.approveAll(r, people.slice(0, 1));
    const body = { reason, expression: '2' };
    expect(refusal(await paid.ask(r, kind, body))).toEqual([409, 'still_taking_part']);
    const lines = await paid.linesOf(people.slice(1));
    expect(refusal(await paid.ask(r, kind, { reason, lines }))).toEqual([409, 'still_taking_part']);
    paid.tomorrow();
    expect(await paid.give(r, kind, body)).toMatchObject({ people: 6, amount_total: 1_200 });
  });

  it('answers a repeated request as the first one, whatever became of the answers since', async () => {
    const { tookPart } = exportingOf(run);
    const r = await recruitHosted(run, { ...names, researcher: await paid.funded(6 * spot) });
    const trial = { kind: 'trial' as const, data: JSON.stringify({ score: 2 }) };
    const { id } = await tookPart(r, [trial], 'completed');
    await paid.ends.act(id, r.researcher, { action: 'approve' });
    await paid.close(r);
    const key = unique();
    const body = { reason, expression: 'score' };
    const { digest } = await paid.preview(r, kind, body);
    const first = await paid.ask(r, kind, { ...body, digest }, { key }).expect(201);
    await run.source.query(
      `UPDATE research.participation SET data_withdrawn_on = current_date WHERE id = $1`,
      [id],
    );
    const again = await paid.ask(r, kind, { ...body, digest }, { key });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = { ...body, digest: digest.replace(/./g, '0') };
    expect(refusal(await paid.ask(r, kind, other, { key }))).toEqual([409, 'idempotency_conflict']);
  });

  it('says before what the wallet lacks where less is held than the answers may earn', async () => {
    const r = await paid.launched(spot, { ...names, capacity: 1 });
    const first = await paid.approved(r);
    await paid.ends.act(first[0]?.id ?? '', r.researcher, nullify);
    const second = await paid.approved(r);
    await paid.ends.act(first[0]?.id ?? '', r.researcher, overturn);
    await paid.ends.act(first[0]?.id ?? '', r.researcher, { action: 'approve' });
    await paid.close(r);
    await paid.book();
    expect(await paid.held(r)).toBe(330);
    const body = { reason, lines: await paid.linesOf([...first, ...second], 300) };
    const { digest, missing } = await paid.preview(r, kind, body);
    expect(missing).toBe(330);
    const refused = await paid.ask(r, kind, { ...body, digest });
    expect(refusal(refused)).toEqual([409, 'insufficient_funds']);
    await paid.fund(r.researcher, 330);
    await paid.ask(r, kind, { ...body, digest }).expect(201);
  });
});

it('In an anonymous session, who gets nothing is not one of fewer than five, either', async () => {
  const r = await paid.launched(6 * spot, anonymous);
  const people = await paid.completed(r, 6);
  paid.tomorrow();
  await paid.close(r);
  await paid.approveAll(r, people);
  paid.tomorrow();
  const lines = await paid.linesOf(people);
  const five = await paid.ask(r, kind, { reason, lines: lines.slice(1) });
  expect(refusal(five)).toEqual([409, 'too_few_paid_alike']);
  await paid.ask(r, kind, { reason, lines }).expect(200);
});

describe('What is held for answers', () => {
  it('comes back for spots that nobody took, and stays for who may still be paid', async () => {
    const r = await paid.launched(6 * spot, names);
    const people = await paid.approved(r, 3);
    await paid.close(r);
    await paid.book();
    await paid.release(r);
    expect(await paid.held(r)).toBe(3 * 330);
    // A cancellation may be overturned for thirty days.
    await paid.ends.act(people[0]?.id ?? '', r.researcher, nullify);
    paid.tomorrow();
    await paid.book();
    await paid.release(r);
    expect(await paid.held(r)).toBe(495 + 3 * 330);
    clock.advance(31 * 86_400_000);
    await paid.release(r);
    expect(await paid.held(r)).toBe(2 * 330);
    await paid.give(r, kind, { reason, lines: await paid.linesOf(people.slice(1), 300) });
    expect(await paid.held(r)).toBe(2 * 330);
  });

  it('comes back where so few are left that nobody can be paid', async () => {
    const r = await paid.launched(6 * spot, anonymous);
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

describe('Lines of pay by answers', () => {
  it('may name more participants than a bonus, since there is no second time', async () => {
    const r = await paid.launched(6 * spot, names);
    const people = await paid.approved(r, 2);
    await paid.close(r);
    const own = await paid.linesOf(people);
    const upper = own.map((one) => ({ ...one, participant: one.participant.toUpperCase() }));
    const unknown = Array.from({ length: paymentsLimits.linesByAnswers - 2 }, (_, n) => ({
      participant: n.toString(16).padStart(32, '0'),
      amount: 100_000_00,
    }));
    const faults = await paid.faults(r, { reason, lines: [...upper, ...unknown] }, kind);
    expect(faults.slice(0, 1)).toEqual([['lines.2.participant', 'unknown_participant']]);
    expect(faults).toHaveLength(100);
    const tooMany = await paid.ask(r, kind, { reason, lines: [...own, ...unknown, ...own] });
    expect(refusal(tooMany)).toEqual([400, 'validation_failed']);
    expect(await paid.give(r, kind, { reason, lines: upper })).toMatchObject({ people: 2 });
  });
});
