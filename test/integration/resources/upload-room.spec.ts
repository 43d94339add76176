import { CommandBus } from '@nestjs/cqrs';
import { capabilities } from '../../../server/contexts';
import { hours } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Storage } from '../../../server/platform/storage/storage';
import { SweepStoredFilesJob } from '../../../server/platform/storage/sweep-stored-files.job';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { countRows } from '../accounts/account-requests';
import { incompleteUploadsIn, pngOf, uploadRequestsOf } from './uploading';

let run: SeparateApp;
let dataDir: string;
beforeAll(async () => {
  // An application with two megabytes for each researcher, and its own data folder.
  run = await startApp({ environment: { STUDY_STORAGE_GB: '0.002' } });
  dataDir = run.engines.dataDir;
});
afterAll(async () => {
  await run.close();
});
afterEach(() => run.clock.reset());

async function newOwner() {
  const person = await makeResearcher(run.source);
  return { ...uploadRequestsOf(run, person), person };
}
const full = { status: 409, body: { code: 'quota_exceeded' } };
const sweep = () =>
  new SweepStoredFilesJob(
    run.source,
    run.app.get(UnitOfWork),
    run.app.get(Storage),
    run.clock,
    capabilities,
  ).run();

describe('The storage of a researcher', () => {
  it('is reserved by uploads: of twenty at the same time, exactly those begin that fit', async () => {
    const { begin, giveUp, folders, ask } = await newOwner();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => begin(pngOf(150_000), { path: `${n}/a.png` })),
    );
    const begun = answers.filter(({ status }) => status === 201);
    expect(begun).toHaveLength(13);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject(full);
    // A refused upload makes no folder.
    expect(await folders()).toHaveLength(14);
    const { body } = await ask('GET', '/api/study-storage/');
    expect(body).toMatchObject({ used_bytes: 1_950_000 });

    expect(await begin(pngOf(150_000), { path: 'b.png' })).toMatchObject(full);
    await giveUp(begun[0]?.body._id ?? '');
    expect((await begin(pngOf(150_000), { path: 'b.png' })).status).toBe(201);
    expect(await begin(pngOf(50_001), { path: 'c.png' })).toMatchObject(full);
    expect((await begin(pngOf(50_000), { path: 'c.png' })).status).toBe(201);
  });

  it('counts the bytes of a file once, before and after it is complete', async () => {
    const { whole, begun, begin, send, ask, file } = await newOwner();
    const used = async () =>
      ((await ask('GET', '/api/study-storage/')).body as { used_bytes?: number }).used_bytes;
    const content = pngOf(1_000_000);
    const id = await begun(content, { path: 'a.png' });
    expect(await used()).toBe(1_000_000);
    await send(id, 0, content);
    expect(await used()).toBe(1_000_000);
    // The same bytes again use no storage, however little is left.
    expect((await begin(content, { path: 'b.png' })).status).toBe(200);
    await whole(pngOf(999_900), { path: 'c.png' });
    expect((await begin(content, { path: 'd.png' })).status).toBe(200);
    expect(await used()).toBe(1_999_900);
    expect(await begin(pngOf(101), { path: 'e.png' })).toMatchObject(full);
    const { body } = await ask<{ items: { _id: string }[] }>('GET', '/api/files/');
    expect((await file(body.items[0]?._id ?? '')).version).toBe(1);
  });

  it('is freed when uploads expire, whose bytes are then deleted, and not before', async () => {
    const { begun, begin, send, list } = await newOwner();
    const content = pngOf(1_900_000);
    const id = await begun(content, { path: 'a.png' });
    await send(id, 0, content.subarray(0, 100_000));
    const left = async () =>
      (await incompleteUploadsIn(dataDir)).filter((name) => name.startsWith(id));
    run.clock.advance(hours(23.9));
    await sweep();
    expect(await left()).toHaveLength(1);
    expect((await send(id, 100_000, content.subarray(100_000))).body.complete).toBe(true);

    const late = pngOf(90_000);
    const other = await begun(late, { path: 'b.png' });
    await send(other, 0, late.subarray(0, 65_536));
    expect(await begin(pngOf(90_000), { path: 'c.png' })).toMatchObject(full);
    run.clock.advance(hours(26));
    expect(await list()).toEqual([]);
    const { begin: elsewhere } = await newOwner();
    expect((await elsewhere(pngOf(200), { path: 'a.png' })).status).toBe(201);
    await sweep();
    expect((await incompleteUploadsIn(dataDir)).filter((name) => name.startsWith(other))).toEqual(
      [],
    );
    // The next upload of the same person removes the expired one.
    expect((await begin(pngOf(90_000), { path: 'c.png' })).status).toBe(201);
  });
});

describe('The erasure of an account', () => {
  it('ends its uploads under way, and their bytes are deleted', async () => {
    const { begun, send, whole, person } = await newOwner();
    await whole(pngOf(300), { path: 'a.png' });
    const content = pngOf(100_000);
    const id = await begun(content, { path: 'b/c.png' });
    await send(id, 0, content.subarray(0, 65_536));
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
      person._id,
      run.clock.now(),
    ]);
    const [erased] = await Promise.all([
      run.app.get(CommandBus).execute(new PurgeAccount(person._id)),
      send(id, 65_536, content.subarray(65_536)),
      begun(pngOf(200), { path: 'd.png' }).catch(() => undefined),
    ]);
    expect(erased).toBe(true);
    for (const table of ['resource', 'resource_upload'])
      expect(
        await countRows(run.source, `research.${table} WHERE owner_id = '${person._id}'`),
      ).toBe(0);
    run.clock.advance(hours(26));
    await sweep();
    expect((await incompleteUploadsIn(dataDir)).filter((name) => name.startsWith(id))).toEqual([]);
  });
});
