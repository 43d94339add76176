/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { randomUUID } from 'node:crypto';
import type { DataExport } from '../../../contracts/data-rights/data-rights';
import { ExportRead } from '../../../server/data-rights/export.read';
import { ExportStateStore, type ExportAttemptKey } from '../../../server/data-rights/export-state';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { days } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { CommandBus } from '@nestjs/cqrs';
import { Client } from 'pg';
import { ExpireExportsJob } from '../../../server/data-rights/archive/expire-exports.job';
import { capabilities } from '../../../server/contexts';
import { RetentionJob } from '../../../workers/retention.job';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson } from '../../support/people/people';
import { countRows } from '../accounts/account-requests';
import { exportRequestsOf } from './requesting';
import { exportWorkerOf } from './archiving';
import { bodyOf } from '../../support/app/body-of';

let run: RunningApp;
let asking: ReturnType<typeof exportRequestsOf>;
let work: ExportStateStore;
let make: ReturnType<typeof exportWorkerOf>['make'];
let readyCopy: ReturnType<typeof exportWorkerOf>['readyCopy'];
let contents: ReturnType<typeof exportWorkerOf>['contents'];
beforeAll(async () => {
  run = await sharedApp();
  asking = exportRequestsOf(run);
  work = run.app.get(ExportStateStore);
  ({ make, readyCopy, contents } = exportWorkerOf(run));
});
afterAll(() => run.close());

describe('A request for a copy of one’s data', () => {
  it('leaves no copy if the account is erased at the same moment', async () => {
    const person = await makePerson(run.source);
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
      person._id,
      run.clock.now(),
    ]);
    const [answer] = await Promise.all([
      asking.ask(person.headers).then((a) => a),
      run.app.get(CommandBus).execute(new PurgeAccount(person._id)),
    ]);
    expect([202, 401]).toContain(answer.status);
    expect(await countRows(run.source, `identity.export WHERE account_id = $1`, [person._id])).toBe(
      0,
    );
  });

  it('is answered as one of an unknown person if the account is erased before the answer', async () => {
    const person = await makePerson(run.source);
    const reader = { account_id: person._id, token_id: randomUUID() };
    const gone = run.app.get(ExportRead, { strict: false }).requested(randomUUID(), reader);
    await expect(gone).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('The stored bytes of a data copy', () => {
  it('can be read only by the database role for links, because they join the account and its participations', async () => {
    await expect(run.source.query('SELECT bytes FROM identity.export_part')).rejects.toThrow(
      /permission denied/,
    );
    await expect(run.source.query('DELETE FROM identity.export_part')).rejects.toThrow(
      /permission denied/,
    );
    await run.app
      .get(UnitOfWork)
      .run((tx) => tx.query('SELECT bytes FROM identity.export_part LIMIT 1'), {
        role: 'commonlab_link',
      });
    await expect(
      run.app
        .get(UnitOfWork)
        .run((tx) => tx.query('UPDATE identity.export_part SET first_byte = 1'), {
          role: 'commonlab_link',
        }),
    ).rejects.toThrow(/permission denied/);
    await expect(
      run.app.get(UnitOfWork).run((tx) => tx.query('SELECT bytes FROM identity.export_part'), {
        role: 'commonlab_export',
      }),
    ).rejects.toThrow(/permission denied/);
  });

  it('are sealed: a dump contains no plain text, and the owner downloads the original bytes', async () => {
    const person = await makePerson(run.source);
    // Bytes that are not valid UTF-8, in two parts.
    const parts = [Buffer.from([0x50, 0x4b, 0xff, 0xfe, 0x00, 0xc3, 0x28]), Buffer.from('the end')];
    const copy = await readyCopy(person.headers, ...parts);
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    const { rows } = await owner.query<{ bytes: Buffer }>(
      'SELECT bytes FROM identity.export_part WHERE export_id = $1 ORDER BY first_byte',
      [copy._id],
    );
    await owner.end();
    expect(rows).toHaveLength(parts.length);
    for (const [i, { bytes }] of rows.entries())
      expect([bytes.subarray(0, 3).toString(), bytes.includes(parts[i] ?? '')]).toEqual([
        'v1:',
        false,
      ]);
    const file = await asking.fetchFile(copy.download_url ?? '').expect(200);
    expect(file.body).toEqual(Buffer.concat(parts));
    // A range from the middle of the first part to the middle of the second one.
    const piece = await asking.fetchFile(copy.download_url ?? '').set('range', 'bytes=3-9');
    expect([piece.status, piece.body]).toEqual([206, Buffer.concat(parts).subarray(3, 10)]);
  });

  it('are deleted with the copy, with the account, and after seven days', async () => {
    const people = await Promise.all([
      makePerson(run.source),
      makePerson(run.source),
      makePerson(run.source),
    ]);
    const copies: DataExport[] = [];
    for (const person of people) copies.push(await readyCopy(person.headers));
    const [thrown, purged, old] = copies.map((c) => c._id) as [string, string, string];
    expect(await Promise.all(copies.map((c) => contents(c._id)))).toEqual([1, 1, 1]);
    await run
      .http()
      .delete(`/api/exports/${thrown}/`)
      .set(people[0]?.headers ?? {})
      .expect(204);
    await run
      .http()
      .delete(`/api/exports/${thrown}/`)
      .set(people[0]?.headers ?? {})
      .expect(404);
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
      people[1]?._id,
      run.clock.now(),
    ]);
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(people[1]?._id ?? ''))).toBe(
      true,
    );
    expect([await contents(thrown), await contents(purged), await contents(old)]).toEqual([
      0, 0, 1,
    ]);
    const [tidy, expire] = [
      new RetentionJob(run.app.get(UnitOfWork), run.clock, capabilities),
      new ExpireExportsJob(work),
    ];
    run.clock.advance(days(6.9));
    await expire.run();
    await tidy.run();
    expect(await contents(old)).toBe(1);
    run.clock.advance(days(0.2));
    const [state, url] = [
      () => asking.one(people[2]?.headers ?? { authorization: '' }, old),
      copies[2]?.download_url ?? '',
    ];
    // The copy is shown as expired immediately; the job deletes its bytes later.
    expect(await state()).toMatchObject({ state: 'expired', size: null, download_url: null });
    await asking.fetchFile(url).expect(404);
    await tidy.run();
    expect(await expire.run()).toBeGreaterThan(0);
    expect(await contents(old)).toBe(0);
    expect(await state()).toMatchObject({ state: 'expired', size: null, download_url: null });
    expect(
      await countRows(
        run.source,
        `platform.outbox WHERE name = 'identity.export-expired' AND data = $1`,
        [{ account_id: people[2]?._id, export_id: old }],
      ),
    ).toBe(1);
    expect(await expire.run()).toBe(0);
    run.clock.advance(days(30));
    await run
      .http()
      .get(`/api/exports/${old}/`)
      .set(people[2]?.headers ?? {})
      .expect(404);
    await tidy.run();
    expect(await countRows(run.source, `identity.export WHERE id = $1`, [old])).toBe(0);
  });

  it('are not listed as expired once a new copy is requested, or once an expired one is dismissed', async () => {
    const person = await makePerson(run.source);
    const states = async () => (await asking.list(person.headers)).items.map(({ state }) => state);
    for (let n = 0; n < 2; n++) await readyCopy(person.headers);
    run.clock.advance(days(7.1));
    await new ExpireExportsJob(work).run();
    expect(await states()).toEqual(['expired', 'expired']);
    await asking.ask(person.headers).expect(202);
    expect(await states()).toEqual(['waiting']);
    await make((await asking.list(person.headers)).items[0]?._id ?? '', Buffer.from('x'));
    await readyCopy(person.headers);
    run.clock.advance(days(7.1));
    await new ExpireExportsJob(work).run();
    const [newest] = (await asking.list(person.headers)).items;
    await run.http().delete(`/api/exports/${newest?._id}/`).set(person.headers).expect(204);
    expect(await states()).toEqual([]);
  });

  it('are stored once and only while needed: not after deletion, and not by a superseded worker', async () => {
    const person = await makePerson(run.source);
    const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
    expect(await work.begin(_id)).toMatchObject({
      account_id: person._id,
      language: 'en',
      tries: 1,
    });
    const [first, second] = [1, 2].map((tries) => ({ exportId: _id, tries })) as [
      ExportAttemptKey,
      ExportAttemptKey,
    ];
    expect(await work.keep(first, 0, Buffer.from('aaaa'))).toBe(true);
    expect(await work.keep(first, 4, Buffer.from('aaaa'))).toBe(true);
    expect(await work.begin(_id)).toMatchObject({ tries: 2 });
    expect(await contents(_id)).toBe(0);
    // The first worker still runs, but the server accepts nothing from it any more.
    expect(
      await Promise.all([
        work.keep(first, 8, Buffer.from('a')),
        work.advance(first, 50),
        work.finish(first, 9, null),
        work.keep(second, 0, Buffer.from('bb')),
      ]),
    ).toEqual([false, false, false, true]);
    await work.giveUp(first);
    expect(
      await Promise.all([work.finish(second, 2, null), work.finish(second, 2, null)]).then((done) =>
        done.sort(),
      ),
    ).toEqual([false, true]);
    expect(
      (
        await bodyOf<Buffer>(
          asking.fetchFile((await asking.one(person.headers, _id)).download_url ?? '').expect(200),
        )
      ).toString(),
    ).toBe('bb');
    expect(await contents(_id)).toBe(1);
    expect(await work.begin(_id)).toBeUndefined();
    expect(
      await countRows(
        run.source,
        `platform.outbox WHERE name = 'identity.export-ready' AND data ->> 'export_id' = $1`,
        [_id],
      ),
    ).toBe(1);
    const unwanted = (await asking.ask(person.headers).expect(202)).body as DataExport;
    const attempt = { exportId: unwanted._id, tries: 1 };
    await work.begin(unwanted._id);
    expect(await work.keep(attempt, 0, Buffer.from('c'))).toBe(true);
    await run.http().delete(`/api/exports/${unwanted._id}/`).set(person.headers).expect(204);
    expect([
      await work.advance(attempt, 50),
      await work.keep(attempt, 1, Buffer.from('c')),
      await work.finish(attempt, 2, null),
    ]).toEqual([false, false, false]);
    expect(await contents(unwanted._id)).toBe(0);
  });

  it('are deleted when the attempt is given up', async () => {
    const person = await makePerson(run.source);
    const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
    await work.begin(_id);
    await work.keep({ exportId: _id, tries: 1 }, 0, Buffer.from('half a copy'));
    await work.giveUp({ exportId: _id, tries: 1 });
    expect(await asking.one(person.headers, _id)).toMatchObject({ state: 'failed' });
    expect(await contents(_id)).toBe(0);
  });
});
