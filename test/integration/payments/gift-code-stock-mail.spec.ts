/**
 * @engines one: other files test how the queues pass mails, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { GiftCodeStock } from '../../../contracts/payments/gift-codes/gift-codes';
import { deleteAccounts } from '../../../server/access/accounts/accounts.store';
import { CountStocksJob } from '../../../server/payments/gift-codes/count-stocks.job';
import { giftCodesMails } from '../../../server/payments/gift-codes/gift-codes-low.mail';
import { countStocks } from '../../../server/payments/gift-codes/shortages';
import { days, utcDay } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { AddressedMail } from '../../../server/platform/messaging/mail-source';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { unguardedJob } from '../../support/app/due-guard';
import { startTestWorkers } from '../../support/app/workers';
import { unique } from '../../support/chance/unique';
import { eventually } from '../../support/chance/wait';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import {
  recruit,
  type RecruitingStudy,
  type RecruitingOptions,
} from '../../support/people/recruiting';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { Inbox } from '../mail/inbox';
import { paidParticipantsOf } from './paid-participants';

// This file has its own application, since the job processes all wallets.
let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
});
beforeEach(() => {
  // Moves the clock past midnight if midnight is near, so that no test runs across it.
  if (clock.now().getUTCHours() >= 22) clock.advance(days(0.2));
});
afterAll(() => run.close());

const names = { privacy_level: 'roster_on_start' };
const job = () => new CountStocksJob(run.app.get(UnitOfWork), run.source, clock);
const add = (who: TestPerson, count: number, { amount = '4.50', expires = '' } = {}) => {
  const lines = Array.from({ length: count }, () => `Shop,${amount},EUR,${unique()},,${expires}`);
  return run
    .http()
    .post('/api/gift-codes/')
    .set(who.headers)
    .attach('file', Buffer.from(['brand,amount,currency,code,pin,expires', ...lines].join('\n')), {
      filename: 'codes.csv',
      contentType: 'text/csv',
    })
    .expect(201);
};
/**
 * Makes a session whose reward of 4.50 may be paid by gift code, and the codes of its researcher.
 */
const offered = async (codes: number, options: RecruitingOptions = names) => {
  const r = await recruit(run, { capacity: 10, ...options });
  await paid.offer(r, 'cash', 'gift_code').expect(200);
  await add(r.researcher, codes);
  return r;
};
const nextDay = async () => {
  clock.advance(days(1));
  await job().run();
};
/** Makes a change as the researcher, so that the job counts a second time on the same day. */
const countAgain = async (r: RecruitingStudy) => {
  await paid.offer(r, 'cash', 'gift_code').expect(200);
  expect(await job().run()).toBe(1);
};

interface Low {
  shortage_id: string;
  account_id: string;
}
/** Reads the events by which a researcher gets the email about missing codes. */
const lows = async ({ researcher }: Pick<RecruitingStudy, 'researcher'>): Promise<Low[]> => {
  const rows: { data: Low }[] = await run.source.query(
    `SELECT data FROM platform.outbox WHERE name = 'payments.gift-codes-low' AND data->>'account_id' = $1 ORDER BY id`,
    [researcher._id],
  );
  return rows.map(({ data }) => data);
};
/** Writes the email as the workers would now. @returns null if it would not be sent */
const written = async (data: Low | undefined): Promise<AddressedMail | null> => {
  const name = 'payments.gift-codes-low';
  const react = giftCodesMails.mails[0]?.on[name] as
    | ((event: object, services: object) => { write: () => Promise<AddressedMail | null> }[])
    | undefined;
  if (!react || !data) throw new Error('no email');
  const services = { db: run.source, clock, web: 'http://web.test' };
  const [mail] = react({ id: unique(), name, at: '', request_id: null, data }, services);
  return (await mail?.write()) ?? null;
};
const shown = async ({ researcher }: Pick<RecruitingStudy, 'researcher'>, amount = 450) => {
  const { items } = await bodyOf<GiftCodeStock>(
    run.http().get('/api/gift-codes/').set(researcher.headers).expect(200),
  );
  const found = items.find((group) => group.amount === amount);
  return found && { left: found.left, needed: found.needed, low: found.low };
};

describe('A stock of gift codes that does not suffice', () => {
  it('gives its researcher one email, with the numbers that the page shows', async () => {
    const r = await offered(6);
    await add(r.researcher, 3, { amount: '20' });
    expect(await shown(r)).toEqual({ left: 6, needed: 10, low: true });
    // On the same day, no mail is sent: a researcher who has just added codes reads on the page
    // whether they suffice.
    expect(await job().run()).toBe(0);
    await nextDay();
    const [low, ...more] = await lows(r);
    expect(more).toEqual([]);
    const mail = await written(low);
    expect(mail?.to.address).toBe(r.researcher.email);
    expect(mail?.content.subject).toBe('Your gift codes of €4.50 may run out');
    expect(mail?.content.text).toMatch(/Left: 6\nMay still be chosen: 10\n/);
    expect(mail?.content.text).toContain('http://web.test/payment-methods');
    await nextDay();
    await countAgain(r);
    expect(await lows(r)).toHaveLength(1);
  });

  it('gives a second email when it was refilled and is short again, and none while it is refilled in part', async () => {
    const r = await offered(6);
    await nextDay();
    await add(r.researcher, 3);
    await nextDay();
    expect(await lows(r)).toHaveLength(1);
    await add(r.researcher, 1);
    const [first] = await lows(r);
    expect(await written(first)).toBeNull();
    await paid.change(r, { capacity: 12 }).expect(200);
    await countAgain(r);
    const [former, second, ...more] = await lows(r);
    expect([former, more]).toEqual([first, []]);
    expect(second?.shortage_id).not.toBe(first?.shortage_id);
    expect(await written(first)).toBeNull();
    expect((await written(second))?.content.text).toMatch(/Left: 10\nMay still be chosen: 12\n/);
  });

  it('gives one email when several jobs count at the same time, and after a crash between counting and the email', async () => {
    const r = await offered(6);
    const [wallet]: { id: string }[] = await run.source.query(
      `SELECT id FROM identity.wallet WHERE researcher_id = $1`,
      [r.researcher._id],
    );
    clock.advance(days(1));
    const crashed = run.app.get(UnitOfWork).run(async (tx) => {
      expect(await countStocks(tx, wallet?.id ?? '', utcDay(clock.now()))).toBe(true);
      expect(tx.recorded).toHaveLength(1);
      throw new Error('killed');
    });
    await expect(crashed).rejects.toThrow('killed');
    await Promise.all(Array.from({ length: 5 }, () => job().run()));
    expect(await lows(r)).toHaveLength(1);
  });

  it('gives an email although codes are left when these expire within two weeks', async () => {
    const r = await offered(4);
    const day = utcDay(new Date(clock.now().getTime() + days(14)));
    await add(r.researcher, 8, { expires: day });
    expect(await shown(r)).toMatchObject({ low: false });
    await nextDay();
    expect((await written((await lows(r))[0]))?.content.text).toMatch(
      /Left: 12\nExpire within 14 days: 8\nMay still be chosen: 10\n/,
    );
  });

  it('gives no email to a researcher whose account is gone', async () => {
    const r = await offered(6);
    await nextDay();
    const [low] = await lows(r);
    expect(await written(low)).not.toBeNull();
    await run.app.get(UnitOfWork).run((tx) => deleteAccounts(tx, [r.researcher._id]));
    expect(await written(low)).toBeNull();
    clock.advance(days(1));
    await job().run();
    expect(await job().run()).toBe(0);
  });
});

describe('A stock of gift codes that suffices', () => {
  it('gives no email: there is a code for each spot, and for each approved participant', async () => {
    const r = await offered(10);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    await nextDay();
    expect(await shown(r)).toEqual({ left: 10, needed: 10, low: false });
    await ends.act(done.id, r.researcher, { action: 'approve' });
    await paid.pay((await paid.payment(done.person))._id, done.person, {
      action: 'choose',
      method: 'gift_code',
    });
    await nextDay();
    expect(await shown(r)).toEqual({ left: 9, needed: 9, low: false });
    expect(await lows(r)).toEqual([]);
  });

  it('gives no email when the amount differs, or the study offers no gift codes', async () => {
    const r = await recruit(run, names);
    await add(r.researcher, 1);
    const other = await makeResearcher(run.source);
    await add(other, 1);
    const elsewhere = await offered(1, { ...names, reward: { amount: 500, currency: 'EUR' } });
    await nextDay();
    for (const researcher of [r.researcher, other, elsewhere.researcher]) {
      expect(await shown({ researcher })).toEqual({ left: 1, needed: 0, low: false });
      expect(await lows({ researcher })).toEqual([]);
    }
    await paid.offer(r, 'gift_code').expect(200);
    await job().run();
    expect(await lows(r)).toHaveLength(1);
  });

  it('needs codes for a closed session only for participants under way, and for partial pay of those who left', async () => {
    const r = await offered(4, {
      ...names,
      pay: { screened_out: { kind: 'none' }, withdrawn: { kind: 'part', percent: 50 } },
    });
    await add(r.researcher, 2, { amount: '2.25' });
    const [leaver] = await paid.started(r, 2);
    if (!leaver) throw new Error('two');
    await paid.act(leaver.id, leaver.person, { action: 'withdraw' }).expect(200);
    await nextDay();
    expect([await shown(r), await shown(r, 225)]).toMatchObject([{ needed: 10 }, { needed: 1 }]);
    expect(await lows(r)).toHaveLength(1);
    await paid.change(r, { state: 'closed' }).expect(200);
    await nextDay();
    expect([await shown(r), await shown(r, 225)]).toMatchObject([{ needed: 1 }, { needed: 1 }]);
    // The stock suffices until a later session needs more codes.
    await recruit(run, { ...names, researcher: r.researcher, capacity: 9 }).then((later) =>
      paid.offer(later, 'gift_code').expect(200),
    );
    await job().run();
    expect(await lows(r)).toHaveLength(2);
  });
});

describe('An anonymous session that pays by gift codes', () => {
  it('reveals nothing of today: no choice, no withdrawal and no completion', async () => {
    const r = await offered(2, { privacy_level: 'anonymous', capacity: 3 });
    const [chooses, gives] = await paid.completed(r, 2);
    if (!chooses || !gives) throw new Error('two');
    clock.advance(days(22));
    await ends.sweep();
    await nextDay();
    const before = { left: 2, needed: 3, low: true };
    expect(await shown(r)).toEqual(before);
    const [low] = await lows(r);
    const payments = await Promise.all(
      [chooses, gives].map(async ({ person }) => (await paid.payment(person))._id),
    );
    const byCode = { action: 'choose', method: 'gift_code' };
    await paid.pay(payments[0] ?? '', chooses.person, byCode).expect(200);
    await paid.pay(payments[1] ?? '', gives.person, { action: 'waive' }).expect(200);
    await paid.completed(r, 1);
    expect(await shown(r)).toEqual(before);
    await countAgain(r);
    expect(await lows(r)).toEqual([low]);
    expect((await written(low))?.content.text).toMatch(/Left: 2\nMay still be chosen: 3\n/);
    await nextDay();
    expect(await shown(r)).toEqual({ left: 1, needed: 1, low: false });
    expect(await written(low)).toBeNull();
  });

  it('that closed today counts in the state in which the day began', async () => {
    const r = await offered(2, { privacy_level: 'anonymous', capacity: 3 });
    await paid.started(r, 1);
    await paid.change(r, { state: 'closed' }).expect(200);
    expect(await shown(r)).toEqual({ left: 2, needed: 3, low: true });
    await nextDay();
    expect(await shown(r)).toEqual({ left: 2, needed: 1, low: false });
    expect(await lows(r)).toEqual([]);
  });
});

describe('The email about missing gift codes', () => {
  const inbox = new Inbox();
  let workers: RunningWorkers;
  beforeAll(async () => {
    await inbox.start();
    workers = await startTestWorkers(run, { environment: { SMTP_URL: inbox.url } });
  });
  afterAll(async () => {
    await workers.close();
    await inbox.stop();
  });

  it('arrives once on the day on which a session needs more codes than before', async () => {
    const r = await offered(10);
    await nextDay();
    expect(await lows(r)).toEqual([]);
    await paid.change(r, { capacity: 11 }).expect(200);
    // The event of the change makes the workers count the stock again.
    const arrived = async () => {
      await unguardedJob(job()).run();
      return inbox.to(r.researcher.email);
    };
    const [mail] = await eventually(arrived, (all) => all.length > 0);
    expect(mail?.subject).toBe('Your gift codes of €4.50 may run out');
    expect(mail?.text).toMatch(/Left: 10\nMay still be chosen: 11\n/);
    expect(await lows(r)).toHaveLength(1);
  });
});
