import { Client } from 'pg';
import type { DataExport } from '../../../contracts/data-rights';
import { ExportWork } from '../../../server/data-rights/export-work';
import { PurgeAccount } from '../../../server/identity/purge-account.command';
import { days, minutes } from '../../../server/platform/clock';
import { UnitOfWork } from '../../../server/platform/unit-of-work';
import { CommandBus } from '@nestjs/cqrs';
import { TidyJob } from '../../../workers/tidy/tidy.job';
import { startApp, type RunningApp } from '../../support/app';
import { makePerson } from '../../support/people';
import { count } from '../identity/people-of';
import { askingOf } from './asking';

let run: RunningApp;
let asking: ReturnType<typeof askingOf>;
let work: ExportWork;
beforeAll(async () => {
  run = await startApp();
  asking = askingOf(run);
  work = run.app.get(ExportWork);
});
afterAll(() => run.close());

const contents = async (id: string): Promise<number> => {
  const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  try {
    return (await owner.query('SELECT 1 FROM identity.export_content WHERE export_id = $1', [id])).rowCount ?? 0;
  } finally {
    await owner.end();
  }
};
/** As a worker would, with bytes of the test's own. */
const readyCopy = async (headers: { authorization: string }, bytes = Buffer.from('PK of a copy')) => {
  const { _id } = (await asking.ask(headers).expect(202)).body as DataExport;
  await work.begin(_id);
  expect(await work.finish(_id, bytes, null)).toBe(true);
  return asking.one(headers, _id);
};

describe('Asking for a copy of everything held about oneself', () => {
  it('is answered at once with a copy that waits for a worker', async () => {
    const person = await makePerson(run.source);
    const { body } = await asking.ask(person.headers).expect(202);
    expect(body).toMatchObject({ state: 'waiting', progress: 0, size: null, ready_at: null, download_url: null });
    expect((await asking.list(person.headers)).items).toEqual([body]);
    expect(await count(run.source, `platform.outbox WHERE name = 'identity.export-requested' AND data = $1`, [{ account_id: person._id, export_id: (body as DataExport)._id }])).toBe(1);
    expect(await count(run.source, `platform.audit WHERE action = 'data-exported' AND actor_id = $1`, [person._id])).toBe(1);
  });

  it('makes one and refuses the others while it is under way, however many ask at once', async () => {
    const person = await makePerson(run.source);
    const answers = await Promise.all(Array.from({ length: 8 }, () => asking.ask(person.headers).then((a) => a)));
    expect(answers.map((a) => a.status).sort()).toEqual([202, 409, 409, 409, 409, 409, 409, 409]);
    expect(answers.filter((a) => a.status === 409).map((a) => (a.body as { code: string }).code)).toEqual(Array.from({ length: 7 }, () => 'export_under_way'));
    const [copy] = (await asking.list(person.headers)).items;
    await work.begin(copy?._id ?? '');
    await asking.ask(person.headers).expect(409);
    await work.finish(copy?._id ?? '', Buffer.from('x'), null);
    await asking.ask(person.headers).expect(202);
  });

  it('is for oneself alone: nobody else finds, downloads or throws away the copy', async () => {
    const [mine, other] = [await makePerson(run.source), await makePerson(run.source)];
    const copy = await readyCopy(mine.headers);
    await run.http().get(`/api/exports/${copy._id}/`).set(other.headers).expect(404);
    await run.http().delete(`/api/exports/${copy._id}/`).set(other.headers).expect(404);
    expect((await asking.list(other.headers)).items).toEqual([]);
    await run.http().post('/api/exports/').expect(401);
    await run.http().get(`/api/exports/${copy._id}/file/`).set(mine.headers).expect(404);
  });

  it('is refused to somebody who is erased in the same moment, and leaves nothing', async () => {
    const person = await makePerson(run.source);
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [person._id, run.clock.now()]);
    const [answer] = await Promise.all([asking.ask(person.headers).then((a) => a), run.app.get(CommandBus).execute(new PurgeAccount(person._id))]);
    expect([202, 401]).toContain(answer.status);
    expect(await count(run.source, `identity.export WHERE account_id = $1`, [person._id])).toBe(0);
  });
});

describe('A limit a day', () => {
  let limited: RunningApp;
  beforeAll(async () => {
    limited = await startApp({ engines: run.engines, environment: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => limited.close());

  it('of five holds also for copies that were thrown away, and a refusal does not count', async () => {
    const person = await makePerson(run.source);
    const { ask } = askingOf(limited);
    for (let n = 0; n < 5; n++) {
      const { _id } = (await ask(person.headers).expect(202)).body as DataExport;
      if (n < 2) await ask(person.headers).expect(409);
      await limited.http().delete(`/api/exports/${_id}/`).set(person.headers).expect(204);
    }
    const refused = await ask(person.headers).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600 * 23);
    await ask((await makePerson(run.source)).headers).expect(202);
  });
});

describe('The download', () => {
  it('is a file to keep, by an address that is good for ten minutes, and leaves a record', async () => {
    const person = await makePerson(run.source);
    const copy = await readyCopy(person.headers, Buffer.from('PK\u0003\u0004 bytes'));
    expect(copy).toMatchObject({ state: 'ready', progress: 100, size: 10 });
    const url = copy.download_url ?? '';
    const answer = await asking.fetchFile(url).expect(200);
    expect((answer.body as Buffer).toString()).toBe('PK\u0003\u0004 bytes');
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': '10', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="commonlab-data-\d{4}-\d\d-\d\d\.zip"$/);
    expect(await count(run.source, `platform.audit WHERE action = 'data-exported' AND subject_id = $1 AND details ->> 'step' = 'downloaded'`, [person._id])).toBe(1);
    run.clock.advance(minutes(9.5));
    await asking.fetchFile(url).expect(200);
    run.clock.advance(minutes(1));
    await asking.fetchFile(url).expect(404);
    await asking.fetchFile((await asking.one(person.headers, copy._id)).download_url ?? '').expect(200);
  });

  it('is not found at an address that was altered, nor at that of another copy', async () => {
    const [mine, other] = [await makePerson(run.source), await makePerson(run.source)];
    const [copy, theirs] = [await readyCopy(mine.headers), await readyCopy(other.headers)];
    const url = new URL(copy.download_url ?? '');
    const altered = (change: (u: URL) => void) => {
      const next = new URL(url);
      change(next);
      return asking.fetchFile(next.href);
    };
    await altered((u) => (u.pathname = u.pathname.replace(copy._id, theirs._id))).expect(404);
    await altered((u) => u.searchParams.set('expires', String(Date.now() + days(365)))).expect(404);
    await altered((u) => u.searchParams.set('signature', 'AAAA')).expect(404);
    await altered((u) => u.searchParams.delete('signature')).expect(404);
    await altered((u) => (u.pathname = '/api/exports/nonsense/file/')).expect(404);
    await altered(() => undefined).expect(200);
  });

  it('is over for an account that was disabled', async () => {
    const person = await makePerson(run.source);
    const copy = await readyCopy(person.headers);
    await run.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [person._id]);
    await asking.fetchFile(copy.download_url ?? '').expect(404);
  });
});

describe('The bytes of a copy', () => {
  it('may be read by the role of the link alone, since they hold the account beside its participations', async () => {
    await expect(run.source.query('SELECT bytes FROM identity.export_content')).rejects.toThrow(/permission denied/);
    await expect(run.source.query('DELETE FROM identity.export_content')).rejects.toThrow(/permission denied/);
    await run.app.get(UnitOfWork).run((tx) => tx.query('SELECT bytes FROM identity.export_content LIMIT 1'), { role: 'commonlab_link' });
    await expect(run.app.get(UnitOfWork).run((tx) => tx.query('SELECT bytes FROM identity.export_content'), { role: 'commonlab_export' })).rejects.toThrow(/permission denied/);
  });

  it('go when the copy is thrown away, with the account, and after seven days', async () => {
    const people = await Promise.all([makePerson(run.source), makePerson(run.source), makePerson(run.source)]);
    const copies: DataExport[] = [];
    for (const person of people) copies.push(await readyCopy(person.headers));
    const [thrown, purged, old] = copies.map((c) => c._id) as [string, string, string];
    expect(await Promise.all(copies.map((c) => contents(c._id)))).toEqual([1, 1, 1]);
    await run.http().delete(`/api/exports/${thrown}/`).set(people[0]?.headers ?? {}).expect(204);
    await run.http().delete(`/api/exports/${thrown}/`).set(people[0]?.headers ?? {}).expect(404);
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [people[1]?._id, run.clock.now()]);
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(people[1]?._id ?? ''))).toBe(true);
    expect([await contents(thrown), await contents(purged), await contents(old)]).toEqual([0, 0, 1]);
    const tidy = new TidyJob(run.app.get(UnitOfWork), run.clock);
    run.clock.advance(days(6.9));
    await tidy.run();
    expect(await contents(old)).toBe(1);
    run.clock.advance(days(0.2));
    await run.http().get(`/api/exports/${old}/`).set(people[2]?.headers ?? {}).expect(404);
    await tidy.run();
    expect(await contents(old)).toBe(0);
  });

  it('are stored once and only while somebody wants them: not after the copy was thrown away, not by the second of two workers', async () => {
    const person = await makePerson(run.source);
    const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
    expect(await work.begin(_id)).toMatchObject({ account_id: person._id, language: 'en', tries: 1 });
    expect(await work.begin(_id)).toMatchObject({ tries: 2 });
    expect(await Promise.all([work.finish(_id, Buffer.from('a'), null), work.finish(_id, Buffer.from('b'), null)]).then((done) => done.sort())).toEqual([false, true]);
    expect(await contents(_id)).toBe(1);
    expect(await work.begin(_id)).toBeUndefined();
    expect(await count(run.source, `platform.outbox WHERE name = 'identity.export-ready' AND data ->> 'export_id' = $1`, [_id])).toBe(1);
    const second = (await asking.ask(person.headers).expect(202)).body as DataExport;
    await work.begin(second._id);
    await run.http().delete(`/api/exports/${second._id}/`).set(person.headers).expect(204);
    expect(await work.advance(second._id, 50)).toBe(false);
    expect(await work.finish(second._id, Buffer.from('c'), null)).toBe(false);
    expect(await contents(second._id)).toBe(0);
  });
});
