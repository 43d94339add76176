/**
 * @engines both: the tested module receives events from a queue, so it runs with both kinds of
 * queue (Redis and PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { Client } from 'pg';
import { contexts } from '../../../server/contexts';
import { PersonalDataRead } from '../../../server/data-rights/personal-data.read';
import { collectCapabilities } from '../../../server/platform/context/capabilities';
import { days } from '../../../server/platform/concurrency/clock';
import { Snapshots } from '../../../server/platform/db/snapshot';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { RetentionJob } from '../../../workers/retention.job';
import type { RunningWorkers } from '../../../workers/start';
import { bookmarkTable } from '../../architecture/contexts/sample/bookmarks/bookmark.entity';
import { bookmarks } from '../../architecture/contexts/sample/bookmarks/bookmarks.context';
import { startApp, type RunningApp } from '../../support/app/app';
import { cloneDatabase } from '../../support/engines/engines';
import { makePerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { Inbox } from '../mail/inbox';
import { bodyOf } from '../../support/app/body-of';

const capabilities = collectCapabilities([...contexts, bookmarks]);
const inbox = new Inbox();
let run: RunningApp;
let workers: RunningWorkers;

beforeAll(async () => {
  await inbox.start();
  const engines = await cloneDatabase();
  const owner = new Client({ connectionString: engines.migrationDatabaseUrl });
  await owner.connect();
  await owner.query(bookmarkTable);
  await owner.end();
  run = await startApp({ engines, capabilities, environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run, { capabilities });
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await run.engines.drop();
  await inbox.stop();
});

const add = (headers: Record<string, string>) =>
  run.http().post('/api/bookmarks/').set(headers).send({ study_id: randomUUID() });
const bookmarksOf = async (accountId: string) => {
  const rows: unknown[] = await run.source.query(
    `SELECT id FROM research.bookmark WHERE account_id = $1`,
    [accountId],
  );
  return rows.length;
};

describe('A sample capability made of a folder and one line of registration', () => {
  it('is served under its access rule and in the OpenAPI document', async () => {
    await add({}).expect(401);
    const person = await makePerson(run.source);
    await add(person.headers).expect(201);
    const document = await bodyOf<{ paths: object }>(
      run.http().get('/api/openapi.json').expect(200),
    );
    expect(Object.keys(document.paths)).toContain('/api/bookmarks/');
  });

  it('has its event delivered as a mail', async () => {
    const person = await makePerson(run.source);
    await add(person.headers).expect(201);
    const mails = await eventually(
      () => inbox.to(person.email),
      (found) => found.length > 0,
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['You bookmarked a study']);
  });

  it('is in the data export of its owner', async () => {
    const person = await makePerson(run.source);
    await add(person.headers).expect(201);
    const read = run.app.get(PersonalDataRead);
    const rows = await run.app.get(Snapshots).take(async (snapshot) => {
      const found: object[] = [];
      for (const file of read.files.filter(({ name }) => name === 'bookmarks'))
        for (const { pages } of read.rows(snapshot, file, person._id))
          for await (const page of pages) found.push(...page);
      return found;
    });
    expect(rows).toHaveLength(1);
  });

  it('is erased with the account, and expires after its retention period', async () => {
    const [leaving, staying] = [await makePerson(run.source), await makePerson(run.source)];
    await add(leaving.headers).expect(201);
    await add(staying.headers).expect(201);
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
      leaving._id,
      run.clock.now(),
    ]);
    await run.app.get(CommandBus).execute(new PurgeAccount(leaving._id));
    expect([await bookmarksOf(leaving._id), await bookmarksOf(staying._id)]).toEqual([0, 1]);
    run.clock.advance(days(366));
    await new RetentionJob(run.app.get(UnitOfWork), run.clock, capabilities).run();
    expect(await bookmarksOf(staying._id)).toBe(0);
  });
});
