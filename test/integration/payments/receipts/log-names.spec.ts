/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { z } from 'zod';
import type { RosterAccess } from '../../../../contracts/data-rights/data-rights';
import type { RosterEntry } from '../../../../contracts/enrolment/rosters';
import type { DisbursementLogNames } from '../../../../contracts/payments/receipts/log-names';
import type { ReceiptBodyOf } from '../../../../contracts/payments/receipts/receipts';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { eraseAccount } from '../../accounts/deletion/erased';
import { collaboratorRequestsOf } from '../../collaborators/calls';
import { privacyLevelRequestsOf } from '../../enrolment/rosters/levels';
import { paidParticipantsOf, type PaidParticipant } from '../paid-participants';
import { spotPrice } from '../payments-rig';
import { receiptBodyIn, receiptRequestsOf } from './receipts-rig';

let run: RunningApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let receipts: ReturnType<typeof receiptRequestsOf>;
let on: ReturnType<typeof privacyLevelRequestsOf>;
let access: ReturnType<typeof collaboratorRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  paid = paidParticipantsOf(run);
  receipts = receiptRequestsOf(run);
  on = privacyLevelRequestsOf(run);
  access = collaboratorRequestsOf(run);
});
afterAll(() => run.close());

type Log = ReceiptBodyOf<'disbursement-log'>;
const logOf = (r: RecruitingStudy, who = r.researcher) =>
  receipts.body('disbursement-log', r.session_id, who) as Promise<Log>;
const ask = (r: Pick<RecruitingStudy, 'session_id'>, number: string, who: TestPerson) =>
  run
    .http()
    .get(`/api/receipts/disbursement-log/${r.session_id}/names/?number=${number}`)
    .set(who.headers);
const sheet = (r: RecruitingStudy, number: string, who = r.researcher) =>
  bodyOf<DisbursementLogNames>(ask(r, number, who).expect(200));
const refusalOf = async (r: RecruitingStudy, number: string, who: TestPerson) =>
  (await bodyOf<{ code?: string }>(ask(r, number, who))).code;
const hasNames = async (r: RecruitingStudy, who = r.researcher) =>
  (await receipts.receipt('disbursement-log', r.session_id, who)).has_names;
const accesses = async (person: TestPerson) =>
  (
    await bodyOf<{ items: z.output<typeof RosterAccess>[] }>(
      run.http().get('/api/roster-accesses/').set(person.headers).expect(200),
    )
  ).items;
/** Reads the names that the roster shows, by tag. */
const rosterNames = async ({ session_id, researcher }: RecruitingStudy) => {
  const { items } = await bodyOf<{ items: RosterEntry[] }>(
    run.http().get(`/api/sessions/${session_id}/roster/`).set(researcher.headers).expect(200),
  );
  return new Map(
    items.map(({ tag, first_name, last_name, email }) => [tag, { first_name, last_name, email }]),
  );
};
const pay = async (r: RecruitingStudy, { id, person }: PaidParticipant) => {
  await paid.act(id, r.researcher, { action: 'approve' }).expect(200);
  const { _id } = await paid.payment(person);
  await paid.pay(_id, r.researcher, { action: 'confirm-cash', signed: true }).expect(200);
};
/** Makes participants who completed the session and were paid in cash. */
const paidIn = async (r: RecruitingStudy, count: number) => {
  const people = await paid.completed(r, count);
  for (const one of people) await pay(r, one);
  return people;
};
const session = (privacy_level: string) => paid.launched(10 * spotPrice, { privacy_level });
const nameOf = ({ person }: PaidParticipant) => ({ email: person.email });
const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('one');
  return first;
};

describe('The names beside a disbursement log', () => {
  it.each(['roster_on_start', 'roster_on_completion'])(
    'are those of the roster at the level %s, by line, and no part of the receipt',
    async (level) => {
      const r = await session(level);
      const people = await paidIn(r, 2);
      const before = await receipts.receipt('disbursement-log', r.session_id, r.researcher);
      const { number, lines } = receiptBodyIn(before.file) as Log;
      const opened = await sheet(r, number);
      expect(opened).toMatchObject({ number, id: r.session_id, currency: 'EUR' });
      const shown = await rosterNames(r);
      expect(opened.lines).toEqual(
        lines.map(({ day, participant, amount }) => ({
          day,
          participant,
          amount,
          ...shown.get(participant ?? ''),
        })),
      );
      expect(opened.lines.map(({ email }) => email).sort()).toEqual(
        people.map(({ person }) => person.email).sort(),
      );
      expect(await receipts.receipt('disbursement-log', r.session_id, r.researcher)).toEqual(
        before,
      );
      expect(before.has_names).toBe(true);
      expect(await receipts.verdict(before.file)).toMatchObject({ valid: true });
    },
  );

  it('are empty for participants whom the roster no longer names, also in an earlier log', async () => {
    const r = await session('roster_on_completion');
    const [stays, nullified, goes] = await paidIn(r, 3);
    if (!stays || !nullified || !goes) throw new Error('three');
    const { number } = await logOf(r);
    await paid
      .act(nullified.id, r.researcher, { action: 'nullify', reason: 'A technical fault' })
      .expect(200);
    await eraseAccount(run, goes.person._id);
    const { lines } = await sheet(r, number);
    expect(lines).toHaveLength(3);
    expect(lines.flatMap(({ email }) => email ?? [])).toEqual([stays.person.email]);
    const shown = await rosterNames(r);
    for (const { participant, email } of lines)
      expect(email).toBe(shown.get(participant ?? '')?.email ?? null);
    expect(await accesses(nullified.person)).toEqual([]);
  });

  it('remain where the roster still shows them: after data were withdrawn from a finished participation', async () => {
    const r = await session('roster_on_start');
    const participant = one(await paidIn(r, 1));
    const { number } = await logOf(r);
    await paid.act(participant.id, participant.person, { action: 'withdraw-data' }).expect(200);
    expect((await sheet(r, number)).lines).toMatchObject([nameOf(participant)]);
    expect([...(await rosterNames(r)).values()]).toMatchObject([nameOf(participant)]);
  });

  it('never show in an anonymous session, to anyone, and nothing is recorded', async () => {
    const r = await session('anonymous');
    const participant = one(await paid.completed(r));
    await run.source.query(
      `UPDATE research.payment SET state = 'paid', method = 'cash', confirmed_by = 'code', day = day - 1
       WHERE session_id = $1`,
      [r.session_id],
    );
    const editor = await access.joined(r.researcher, r.study_id, 'editor');
    const { number } = await logOf(r);
    for (const who of [r.researcher, editor]) {
      expect(await refusalOf(r, number, who)).toBe('session_anonymous');
      expect(await hasNames(r, who)).toBe(false);
    }
    expect(await refusalOf(r, 'L-2020-99999', r.researcher)).toBe('session_anonymous');
    expect(await accesses(participant.person)).toEqual([]);
  });
});

describe('Opening the names beside a disbursement log', () => {
  it('is recorded once a day for each named participant, as by a page of the roster, also when both open together', async () => {
    const r = await session('roster_on_start');
    const [a, b] = await paidIn(r, 2);
    const unpaid = one(await paid.completed(r));
    if (!a || !b) throw new Error('two');
    const { number } = await logOf(r);
    await Promise.all([sheet(r, number), rosterNames(r), sheet(r, number), sheet(r, number)]);
    for (const { person } of [a, b])
      expect(await accesses(person)).toMatchObject([
        { study: { _id: r.study_id }, researcher: { _id: r.researcher._id } },
      ]);
    const [rows]: { rows: number }[] = await run.source.transaction(async (manager) => {
      await manager.query('SET LOCAL ROLE commonlab_link');
      return manager.query(
        `SELECT count(*)::int AS rows FROM identity.roster_access WHERE session_id = $1`,
        [r.session_id],
      );
    });
    expect(rows).toEqual({ rows: 3 });
    expect(await accesses(unpaid.person)).toHaveLength(1);
    const audited: { names: number }[] = await run.source.query(
      `SELECT (details ->> 'names')::int AS names FROM platform.audit
       WHERE action = 'roster-opened' AND details ->> 'session_id' = $1`,
      [r.session_id],
    );
    expect(audited.map(({ names }) => names).sort()).toEqual([2, 2, 2, 3]);
  });

  it('records an access only for participants in the log, not for those who were not paid', async () => {
    const r = await session('roster_on_start');
    await paidIn(r, 1);
    const unpaid = one(await paid.completed(r));
    await sheet(r, (await logOf(r)).number);
    expect(await accesses(unpaid.person)).toEqual([]);
  });

  it('is allowed to people who see the names on the roster and may read the log', async () => {
    const before = await session('roster_on_start');
    const owner = before.researcher;
    const join = async (role: 'editor' | 'analyst' | 'viewer', opened: boolean) => {
      const person = await access.joined(owner, before.study_id, role);
      if (opened) expect(await access.setRoster(owner, before.study_id, person)).toBe(200);
      return person;
    };
    const editor = await join('editor', false);
    const reader = await join('editor', true);
    const viewer = await join('viewer', true);
    const analyst = await join('analyst', false);
    await paid.fund(owner, 20 * spotPrice);
    const after = await on.another(before, 'roster_on_start');
    const participant = one(await paidIn(after, 1));
    const { number } = await logOf(after);
    expect((await sheet(after, number, reader)).lines).toMatchObject([nameOf(participant)]);
    expect(await hasNames(after, reader)).toBe(true);
    expect(await accesses(participant.person)).toMatchObject([{ researcher: { _id: reader._id } }]);
    expect(await refusalOf(after, number, editor)).toBe('forbidden');
    expect(await hasNames(after, editor)).toBe(false);
    for (const who of [viewer, analyst, await makeResearcher(run.source)])
      expect(await refusalOf(after, number, who)).toBe('not_found');
    expect(await refusalOf(after, number, participant.person)).toBe('forbidden');
    await paidIn(before, 1);
    expect(await refusalOf(before, (await logOf(before)).number, reader)).toBe('forbidden');
    // When the owner closes the roster, the collaborator stops seeing names at once.
    expect(await access.setRoster(owner, before.study_id, reader, false)).toBe(200);
    expect(await refusalOf(after, number, reader)).toBe('forbidden');
    expect(await accesses(participant.person)).toHaveLength(1);
  });

  it('is refused to an owner whose approval ended', async () => {
    const r = await session('roster_on_start');
    const participant = one(await paidIn(r, 1));
    const { number } = await logOf(r);
    await run.source.query(
      `UPDATE identity.account SET researcher_privilege = false WHERE id = $1`,
      [r.researcher._id],
    );
    expect(await refusalOf(r, number, r.researcher)).toBe('researcher_not_approved');
    expect(await hasNames(r)).toBe(false);
    expect(await accesses(participant.person)).toEqual([]);
  });

  it('needs the number of a log of this session', async () => {
    const [r, other] = [await session('roster_on_start'), await session('roster_on_start')];
    await paidIn(r, 1);
    await paidIn(other, 1);
    const { number } = await logOf(other);
    await logOf(r);
    expect(await refusalOf(r, number, r.researcher)).toBe('not_found');
    expect(await refusalOf(r, '', r.researcher)).toBe('validation_failed');
    expect(await refusalOf(r, 'P-2026-00001', r.researcher)).toBe('not_found');
  });
});
