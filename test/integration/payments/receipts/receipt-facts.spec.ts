/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */

import type { CashCode } from '../../../../contracts/payments/payments';
import type { ReceiptBodyOf } from '../../../../contracts/payments/receipts/receipts';
import { days } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { bodyOf } from '../../../support/app/body-of';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { participationRequestsOf } from '../../enrolment/decisions/ends';
import { paidParticipantsOf, type PaidParticipant } from '../paid-participants';
import { spotPrice, fundWallet } from '../payments-rig';
import { receiptRequestsOf, receiptBodyIn } from './receipts-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
let receipts: ReturnType<typeof receiptRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
  receipts = receiptRequestsOf(run);
});
afterAll(() => run.close());

const names = { privacy_level: 'roster_on_start' } as const;
const approve = (r: RecruitingStudy, { id }: PaidParticipant) =>
  ends.act(id, r.researcher, { action: 'approve' });
const payInCash = async (r: RecruitingStudy, { id, person }: PaidParticipant) => {
  const { _id } = await paid.payment(person);
  const { code } = await bodyOf<CashCode>(paid.code(id, person).expect(200));
  await paid.pay(_id, r.researcher, { action: 'confirm-cash', code }).expect(200);
  return _id;
};
/** Makes participants who completed the session and were approved. */
const approved = async (count: number, options: object = names) => {
  const r = await paid.launched(10 * spotPrice, options);
  const people = await paid.completed(r, count);
  for (const one of people) await approve(r, one);
  return { r, people };
};
const session = (r: RecruitingStudy, who = r.researcher) =>
  receipts.body('session', r.session_id, who) as Promise<ReceiptBodyOf<'session'>>;
const log = (r: RecruitingStudy, who = r.researcher) =>
  receipts.body('disbursement-log', r.session_id, who) as Promise<
    ReceiptBodyOf<'disbursement-log'>
  >;
const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('one');
  return first;
};

describe('The receipt of a payment', () => {
  it('tells only its participant who paid how much, when and how, once it is paid', async () => {
    const { r, people } = await approved(1);
    const participant = one(people);
    const { _id } = await paid.payment(participant.person);
    await receipts.ask('participant-payment', _id, participant.person).expect(404);
    await payInCash(r, participant);
    const [line] = await paid.listed(r);
    const said = await receipts.body('participant-payment', _id, participant.person);
    expect(said).toMatchObject({
      outcome: 'paid',
      amount: 450,
      currency: 'EUR',
      method: 'cash',
      confirmed_by: 'code',
      paid_on: line?.day,
      study_title: 'Attention and memory',
      participant: line?.tag,
      payer: { first_name: expect.any(String) as string },
    });
    for (const who of [r.researcher, await makePerson(run.source)])
      await receipts.ask('participant-payment', _id, who).expect(404);
  });

  it('is voided by a receipt that says that the payment was reversed', async () => {
    const { r, people } = await approved(1);
    const { person } = one(people);
    const id = await payInCash(r, one(people));
    const first = await receipts.receipt('participant-payment', id, person);
    const { number } = receiptBodyIn(first.file);
    await run.source.query(
      `UPDATE research.payment SET state = 'reversed', confirmed_by = NULL WHERE id = $1`,
      [id],
    );
    const next = await receipts.receipt('participant-payment', id, person);
    expect(receiptBodyIn(next.file)).toMatchObject({
      outcome: 'taken_back',
      amount: 0,
      replaces: number,
    });
    const former = await receipts.receipt('participant-payment', id, person, number);
    expect([former.file, former.voided_by]).toEqual([first.file, receiptBodyIn(next.file).number]);
    expect(await receipts.verdict(first.file)).toEqual({
      valid: false,
      reason: 'voided',
      voided_by: receiptBodyIn(next.file).number,
    });
  });
});

describe('The receipt of a session', () => {
  it('counts what is owed, paid, charged and held, before and after the ledger has it', async () => {
    const { r, people } = await approved(3);
    await payInCash(r, one(people));
    const said = await session(r);
    expect(said).toMatchObject({
      spots: 10,
      participants_owed: 2,
      owed: 900,
      participants_paid: 1,
      paid: 450,
      fees: 135,
      held: 7 * spotPrice,
      until: 'now',
      replaces: null,
    });
    await paid.book();
    expect(await session(r)).toEqual(said);
    await payInCash(r, one(people.slice(1)));
    expect(await session(r)).toMatchObject({
      participants_paid: 2,
      held: 7 * spotPrice,
      replaces: said.number,
    });
  });

  it('shows an anonymous session as it was at midnight when a participant acts today', async () => {
    const r = await paid.launched(10 * spotPrice);
    const people = await paid.completed(r, 2);
    clock.advance(days(22));
    await ends.sweep();
    clock.advance(days(1));
    const before = await session(r);
    expect(before).toMatchObject({ participants_owed: 2, participants_paid: 0, until: 'midnight' });
    await receipts.ask('disbursement-log', r.session_id, r.researcher).expect(404);
    await payInCash(r, one(people));
    const { person } = one(people.slice(1));
    await paid.pay((await paid.payment(person))._id, person, { action: 'waive' }).expect(200);
    await paid.book();
    expect(await session(r)).toEqual(before);
    await receipts.ask('disbursement-log', r.session_id, r.researcher).expect(404);
    clock.advance(days(1));
    expect(await session(r)).toMatchObject({
      participants_owed: 0,
      participants_paid: 1,
      held: 9 * spotPrice,
      replaces: before.number,
    });
    expect((await log(r)).lines).toHaveLength(1);
  });

  it('is issued 20 times a day at most', async () => {
    const { r } = await approved(1);
    const answers: number[] = [];
    for (let n = 0; n < 21; n++) {
      await run.source.query(
        `UPDATE research.payment SET amount = amount + 1 WHERE session_id = $1`,
        [r.session_id],
      );
      answers.push((await receipts.ask('session', r.session_id, r.researcher)).status);
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    clock.advance(days(1));
    await receipts.ask('session', r.session_id, r.researcher).expect(200);
  });
});

describe('The disbursement log', () => {
  it('has a line for each payment: day, tag, amount, method, who handed it over, how it was confirmed', async () => {
    const { r, people } = await approved(3);
    await receipts.ask('disbursement-log', r.session_id, r.researcher).expect(404);
    const [first, second] = people;
    if (!first || !second) throw new Error('two');
    await payInCash(r, first);
    const { number, lines } = await log(r);
    expect(lines).toHaveLength(1);
    const { _id } = await paid.payment(second.person);
    await paid.pay(_id, r.researcher, { action: 'confirm-cash', signed: true }).expect(200);
    const said = await log(r);
    expect([said.total, said.replaces]).toEqual([900, number]);
    const { own_code } = await receipts.receipt('disbursement-log', r.session_id, r.researcher);
    expect(own_code).toMatch(/^[0-9a-f]{8}$/);
    const ids = [(await paid.payment(first.person))._id, _id].sort();
    expect(said.lines.map(({ confirmed_by }) => confirmed_by)).toEqual(
      ids.map((id) => (id === _id ? 'signature' : 'code')),
    );
    const tags = new Map((await paid.listed(r)).map((line) => [line._id, line.tag]));
    for (const [n, line] of said.lines.entries())
      expect(line).toMatchObject({
        day: clock.now().toISOString().slice(0, 10),
        participant: tags.get(ids[n] ?? ''),
        amount: 450,
        method: 'cash',
        handed_over_by: own_code,
      });
  });
});

describe('A refund of a wallet', () => {
  it('has a receipt with its reference, which a repeated request cannot change', async () => {
    const researcher = await makeResearcher(run.source);
    const wallet = await fundWallet(run, researcher._id, 5_000);
    const administrator = await makeAdministrator(run.source);
    const refund = (reference: string) =>
      run
        .http()
        .post(`/api/wallets/${wallet}/refunds/`)
        .set(administrator.headers)
        .set('Idempotency-Key', wallet)
        .send({ amount: 2_000, reference });
    await refund('R-77').expect(201);
    await refund('R-77').expect(201);
    await refund('R-78').expect(409);
    const { items } = await bodyOf<{ items: { _id: string }[] }>(
      run.http().get('/api/refunds/').set(researcher.headers).expect(200),
    );
    expect(items).toHaveLength(1);
    const { _id } = one(items);
    expect(await receipts.body('refund', _id, researcher)).toMatchObject({
      amount: 2_000,
      currency: 'EUR',
      reference: 'R-77',
    });
    await receipts.ask('refund', _id, await makeResearcher(run.source)).expect(404);
  });
});

describe('No receipt', () => {
  it('has the name of a participant, the id of a participation, an account or a moment', async () => {
    const { r, people } = await approved(2);
    const participant = one(people);
    await run.source.query(
      `UPDATE identity.account SET first_name = 'Zoë', last_name = 'Nobody-Else' WHERE id = $1`,
      [participant.person._id],
    );
    const id = await payInCash(r, participant);
    const texts = await Promise.all(
      (
        [
          ['participant-payment', id, participant.person],
          ['session', r.session_id, r.researcher],
          ['disbursement-log', r.session_id, r.researcher],
        ] as [string, string, TestPerson][]
      ).map(async ([type, thing, who]) => (await receipts.receipt(type, thing, who)).file.receipt),
    );
    const secret = [
      'Zoë',
      'Nobody-Else',
      participant.person.email,
      r.researcher._id,
      ...people.flatMap((person) => [person.id, person.person._id]),
    ];
    for (const text of texts) {
      for (const value of secret) expect(text).not.toContain(value);
      expect(text).not.toMatch(/\d\d:\d\d/);
    }
  });
});

describe('The invoice address of a researcher', () => {
  const lab = { name: 'Lab of Words', lines: ['1 Long Street', '50667 Köln'], country: 'DE' };
  const keep = (who: TestPerson, body: object) =>
    run.http().put('/api/invoice-address/').set(who.headers).send(body);

  it('appears on the receipts that are issued from then on, and changes no earlier receipt', async () => {
    const { r } = await approved(1);
    const administrator = await makeAdministrator(run.source);
    const before = await receipts.confirmed(r.researcher, administrator);
    const without = await receipts.receipt('deposit', before, r.researcher);
    expect(receiptBodyIn(without.file)).toMatchObject({ invoice_address: null });
    await keep(r.researcher, lab).expect(200);
    expect(await session(r)).toMatchObject({ invoice_address: lab });
    const after = await receipts.confirmed(r.researcher, administrator);
    expect(await receipts.body('deposit', after, r.researcher)).toMatchObject({
      invoice_address: lab,
    });
    await keep(r.researcher, { ...lab, name: 'Lab of Numbers' }).expect(200);
    expect(await session(r)).toMatchObject({ invoice_address: lab });
    expect(await receipts.receipt('deposit', before, r.researcher)).toEqual(without);
  });

  it('can be read and deleted only by its researcher', async () => {
    const [one, other] = [await makeResearcher(run.source), await makeResearcher(run.source)];
    await keep(one, lab).expect(200);
    const read = (who: TestPerson) =>
      bodyOf<{ address: unknown }>(
        run.http().get('/api/invoice-address/').set(who.headers).expect(200),
      );
    expect([await read(one), await read(other)]).toEqual([{ address: lab }, { address: null }]);
    await run.http().delete('/api/invoice-address/').set(one.headers).expect(204);
    expect(await read(one)).toEqual({ address: null });
  });

  it.each([
    ['no name', { name: '' }],
    ['a name of two lines', { name: 'Lab\nof Words' }],
    ['no line', { lines: [] }],
    ['an empty line', { lines: [''] }],
    ['too many lines', { lines: ['1', '2', '3', '4', '5', '6'] }],
    ['a country that is none', { country: 'XX' }],
    ['a tax number beside it', { vat_number: 'DE123456789' }],
  ])('is refused with %s', async (_, fault) => {
    const who = await makeResearcher(run.source);
    const refused = await bodyOf<{ code: string }>(keep(who, { ...lab, ...fault }).expect(400));
    expect(refused.code).toBe('validation_failed');
  });
});
