/**
 * @engines one: no failure that the tests cause is in a queue, so it runs with only one kind of
 * queue (Redis or PostgreSQL)
 */
import { Client } from 'pg';
import type { DataExport } from '../../../contracts/data-rights/data-rights';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePerson } from '../../support/people/people';
import { endPrograms, startWorkersProgram, type StartedProgram } from '../../support/app/programs';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { exportRequestsOf } from './requesting';
import { startTimeoutMs } from '../../support/app/starting-takes';

let run: RunningApp;
let asking: ReturnType<typeof exportRequestsOf>;
let owner: Client;
let workers: RunningWorkers | undefined;
const programs: StartedProgram[] = [];
beforeAll(async () => {
  // This file has its own application, because its workers handle every event of their database.
  run = await startApp({ clock: new TestClock() });
  asking = exportRequestsOf(run);
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
});
afterEach(async () => {
  await workers?.close();
  workers = undefined;
});
afterAll(async () => {
  await endPrograms(programs);
  await owner.end();
  await run.close();
});

describe('A copy that cannot be made', () => {
  it(
    'is retried, and marked as failed after several tries; a new copy can be requested',
    async () => {
      const person = await makePerson(run.source);
      await owner.query('ALTER TABLE platform.mail RENAME TO mail_away');
      try {
        workers = await startTestWorkers(run);
        const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
        const failed = await eventually(
          () => asking.one(person.headers, _id),
          (copy) => copy.state === 'failed',
        );
        expect(failed).toMatchObject({ download_url: null, size: null });
        expect(
          (
            await owner.query<{ tries: number }>(
              'SELECT tries FROM identity.export WHERE id = $1',
              [_id],
            )
          ).rows,
        ).toEqual([{ tries: 6 }]);
      } finally {
        await owner.query('ALTER TABLE platform.mail_away RENAME TO mail');
      }
      const again = (await asking.ask(person.headers).expect(202)).body as DataExport;
      await asking.ready(person.headers, again._id);
    },
    startTimeoutMs,
  );

  it(
    'is completed when the cause of its first failure is fixed',
    async () => {
      const person = await makePerson(run.source);
      await owner.query('ALTER TABLE platform.mail RENAME TO mail_away');
      workers = await startTestWorkers(run);
      const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
      await eventually(
        async () =>
          (
            await owner.query<{ tries: number }>(
              'SELECT tries FROM identity.export WHERE id = $1',
              [_id],
            )
          ).rows[0]?.tries ?? 0,
        (tries) => tries >= 2,
      );
      await owner.query('ALTER TABLE platform.mail_away RENAME TO mail');
      expect(await asking.ready(person.headers, _id)).toMatchObject({
        state: 'ready',
        progress: 100,
      });
    },
    startTimeoutMs,
  );
});

describe('A worker that is killed while it makes a copy', () => {
  it('leaves the copy to another worker, which makes it once', async () => {
    const person = await makePerson(run.source);
    // The worker reads the emails late in its work. This lock stops the worker at that point, when
    // half of the copy is made.
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE platform.mail IN ACCESS EXCLUSIVE MODE');
    const first = await startWorkersProgram(run.engines);
    programs.push(first);
    const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
    await eventually(
      () => asking.one(person.headers, _id),
      (copy) => copy.state === 'running' && copy.progress > 50,
    );
    await first.kill();
    await owner.query('COMMIT');
    expect(await asking.one(person.headers, _id)).toMatchObject({ state: 'running' });
    programs.push(await startWorkersProgram(run.engines));
    const copy = await eventually(
      () => asking.one(person.headers, _id),
      (now) => now.state === 'ready',
      // Time limit: the queue gives the job of a dead worker to another worker only after twenty to
      // twenty-five seconds.
      60_000,
    );
    const files = asking.unpack(
      (await asking.fetchFile(copy.download_url ?? '').expect(200)).body as Buffer,
    );
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
      account: [{ id: person._id }],
    });
    expect(
      (await owner.query('SELECT first_byte FROM identity.export_part WHERE export_id = $1', [_id]))
        .rows,
    ).toEqual([{ first_byte: 0 }]);
    // The time limit is longer than the wait for the copy and the start of two programs.
  }, 120_000);
});
