/** @lane quick */
import { CommandBus } from '@nestjs/cqrs';
import { SealAudit } from '../../../server/audit/seal-audit';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { MakeAdministrator } from '../../../server/processes/registration/make-administrator.command';
import { days } from '../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { bodyOf } from '../../support/app/body-of';

let run: RunningApp;
let administrator: TestPerson;
beforeAll(async () => {
  // The tests move the clock, and seal every existing record.
  run = await sharedApp();
  administrator = await makeAdministrator(run.source, {
    first_name: 'Barbara',
    last_name: 'Liskov',
  });
});
afterAll(() => run.close());

interface Record {
  _id: string;
  sequence: number | null;
  at: string;
  action: string;
  actor: { _id: string; first_name: string | null } | null;
  subject: { _id: string; first_name: string | null; last_name: string | null } | null;
  details: object;
  request_id: string | null;
}
const read = async (query = '', who = administrator) =>
  (await run.http().get(`/api/audit/${query}`).set(who.headers).expect(200)).body as {
    items: Record[];
    next_cursor: string | null;
  };
const disable = (id: string, disabled = true) =>
  run
    .http()
    .put(`/api/users/${id}/`)
    .set(administrator.headers)
    .send({ disabled, reason: `Because ${disabled}` })
    .expect(200);

describe('Reading the audit log', () => {
  it('shows who did what to whom and why, newest first, with sealed and unsealed records', async () => {
    const person = await makePerson(run.source, { first_name: 'Grace', last_name: 'Hopper' });
    const answer = await disable(person._id);
    const [record] = (await read(`?person=${person._id}`)).items;
    expect(record).toEqual({
      _id: expect.any(String),
      sequence: null,
      at: expect.any(String),
      action: 'account-disabled',
      actor: { _id: administrator._id, first_name: 'Barbara', last_name: 'Liskov' },
      subject: { _id: person._id, first_name: 'Grace', last_name: 'Hopper' },
      details: { reason: 'Because true' },
      request_id: answer.headers['x-request-id'],
    });
    await run.app.get(SealAudit).run();
    await disable(person._id, false);
    const { items } = await read(`?person=${person._id}`);
    expect(items.map((r) => [r.action, r.sequence === null])).toEqual([
      ['account-enabled', true],
      ['account-disabled', false],
    ]);
  });

  it('no longer shows name and reason of an erased account, but still shows the actions', async () => {
    const person = await makePerson(run.source, {
      first_name: 'Uniquefirst',
      last_name: 'Uniquelast',
    });
    await disable(person._id);
    await run
      .http()
      .delete(`/api/users/${person._id}/`)
      .set(administrator.headers)
      .send({ reason: 'Because asked' })
      .expect(202);
    run.clock.advance(days(30) + 1000);
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(person._id))).toBe(true);
    const { items } = await read(`?person=${person._id}`);
    expect(items.map((r) => r.action).sort()).toEqual([
      'account-disabled',
      'account-purged',
      'deletion-requested',
    ]);
    for (const record of items)
      expect(record.subject).toEqual({ _id: person._id, first_name: null, last_name: null });
    for (const action of ['account-disabled', 'deletion-requested'])
      expect(items.find((r) => r.action === action)?.details).toEqual({ reason: null });
    expect(items.find((r) => r.action === 'account-purged')).toMatchObject({
      actor: null,
      at: expect.stringMatching(/:00\.000Z$/),
    });
    expect(JSON.stringify(items)).not.toMatch(/Unique|Because/);
  });

  it('can be filtered by action, person and time, and returns pages without gaps or repetitions', async () => {
    const people = [await makePerson(run.source), await makePerson(run.source)];
    run.clock.advance(60_000);
    const from = run.clock.now().toISOString();
    for (const person of people)
      for (const disabled of [true, false]) await disable(person._id, disabled);
    run.clock.advance(60_000);
    const to = run.clock.now().toISOString();
    await disable(people[0]?._id ?? '');
    const range = `from=${from}&to=${to}`;
    expect((await read(`?${range}`)).items).toHaveLength(4);
    expect(
      (await read(`?${range}&action=account-enabled`)).items.map((r) => r.subject?._id),
    ).toEqual([people[1]?._id, people[0]?._id]);
    expect((await read(`?${range}&person=${people[1]?._id}`)).items).toHaveLength(2);
    expect((await read(`?${range}&person=${administrator._id}`)).items).toHaveLength(4);
    expect((await read(`?action=account-disabled&person=${people[0]?._id}`)).items).toHaveLength(2);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: Record[]; next_cursor: string | null } = await read(
        `?${range}&limit=3${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map((r) => r._id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual((await read(`?${range}`)).items.map((r) => r._id));
  });

  it('shows times by the minute, and reveals no exact time by ids, cursors or filters', async () => {
    const person = await makePerson(run.source);
    await disable(person._id);
    await disable(person._id, false);
    const [stored]: { id: string; at: Date }[] = await run.source.query(
      `SELECT id, at FROM platform.audit WHERE subject_id = $1 ORDER BY at, id LIMIT 1`,
      [person._id],
    );
    const exact = stored?.at.getTime() ?? 0;
    const minute = new Date(exact - (exact % 60_000)).toISOString();
    const { items, next_cursor } = await read(`?person=${person._id}&limit=1`);
    expect(items[0]?.at).toBe(minute);
    expect(items[0]?._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/);
    const inside = Buffer.from(next_cursor ?? '', 'base64url').toString();
    const { sealed } = JSON.parse(inside) as { sealed: string };
    for (const text of [inside, Buffer.from(sealed, 'base64url').toString('latin1')])
      expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
    const [older] = (await read(`?person=${person._id}&cursor=${next_cursor}`)).items;
    expect([older?.action, older?.at]).toEqual(['account-disabled', minute]);
    expect(JSON.stringify([items, older])).not.toContain(stored?.id);
    const from = (at: number) => `?person=${person._id}&from=${new Date(at).toISOString()}`;
    for (const at of [exact - (exact % 60_000), exact + 1, exact - (exact % 60_000) + 59_999])
      expect((await read(from(at))).items).toHaveLength(2);
  });

  it('shows a record of a newer server version by the code of its action', async () => {
    const person = await makePerson(run.source);
    await run.source.query(
      `INSERT INTO platform.audit (id, at, action, subject_id, details)
       VALUES (gen_random_uuid(), $1, 'moon-landed-on', $2, '{}')`,
      [run.clock.now(), person._id],
    );
    const [record] = (await read(`?person=${person._id}`)).items;
    expect(record).toMatchObject({ action: 'moon-landed-on', subject: { _id: person._id } });
  });

  it('refuses invalid filters', async () => {
    for (const query of [
      '?action=everything',
      '?person=me',
      '?from=yesterday',
      '?cursor=nonsense',
      '?limit=0',
      `?cursor=${Buffer.from('["2026-99-99T00:00:00.000000Z","018f0000-0000-7000-8000-000000000001"]').toString('base64url')}`,
    ]) {
      expect(
        (await run.http().get(`/api/audit/${query}`).set(administrator.headers).expect(400)).body,
      ).toMatchObject({ code: 'validation_failed' });
    }
  });

  it('is allowed to administrators only', async () => {
    for (const who of [await makePerson(run.source), await makeResearcher(run.source)])
      expect((await run.http().get('/api/audit/').set(who.headers).expect(403)).body).toMatchObject(
        { code: 'forbidden' },
      );
    await run.http().get('/api/audit/').expect(401);
  });
});

describe('The audit log', () => {
  it('records that a researcher opened a roster, with study, session and the number of names shown', async () => {
    const r = await recruit(run, { privacy_level: 'roster_on_start' });
    const person = await makePerson(run.source);
    const body = await bodyOf(
      run
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(person.headers)
        .send({ consent: r.consent })
        .expect(201),
    );
    await run
      .http()
      .put(`/api/participations/${(body as { _id: string })._id}/`)
      .set(person.headers)
      .send({ action: 'start' })
      .expect(200);
    const answer = await run
      .http()
      .get(`/api/sessions/${r.session_id}/roster/`)
      .set(r.researcher.headers)
      .expect(200);
    const { items } = await read(`?action=roster-opened&person=${r.researcher._id}`);
    expect(items).toMatchObject([
      {
        actor: { _id: r.researcher._id },
        subject: null,
        details: { study_id: r.study_id, session_id: r.session_id, names: 1 },
        request_id: answer.headers['x-request-id'],
      },
    ]);
    expect(JSON.stringify(items)).not.toContain(person._id);
  });

  it('records who was made an administrator by the operator’s command', async () => {
    const person = await makePerson(run.source);
    const commands = run.app.get(CommandBus);
    expect(await commands.execute(new MakeAdministrator(person.email))).toEqual({
      outcome: 'promoted',
    });
    // The account has no password yet, so the command renews its code, and writes no further
    // record.
    expect(await commands.execute(new MakeAdministrator(person.email))).toMatchObject({
      outcome: 'code-renewed',
    });
    expect((await read(`?action=role-given&person=${person._id}`)).items).toMatchObject([
      { actor: null, details: { by: 'operator' } },
    ]);
  });

  it('contains ids and codes, and never a name, an address or a reason', async () => {
    const person = await makePerson(run.source, {
      first_name: 'Uniquefirst',
      last_name: 'Uniquelast',
      email: 'unique-address@people.test',
    });
    await disable(person._id);
    await run
      .http()
      .delete(`/api/users/${person._id}/`)
      .set(administrator.headers)
      .send({ reason: 'Because asked' })
      .expect(202);
    const rows: unknown = await run.source.query('SELECT t::text AS row FROM platform.audit t');
    expect(JSON.stringify(rows)).toContain(person._id);
    expect(JSON.stringify(rows)).not.toMatch(/Unique|unique-address|Because|Liskov/);
  });
});
