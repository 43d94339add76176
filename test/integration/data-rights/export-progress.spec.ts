/**
 * @engines both: the progress of a copy passes through a queue and live messages, so it runs with
 * both kinds of queue (Redis and PostgreSQL)
 */
import { ExportStateStore } from '../../../server/data-rights/export-state';
import { days } from '../../../server/platform/concurrency/clock';
import { ExpireExportsJob } from '../../../server/data-rights/archive/expire-exports.job';
import { capabilities } from '../../../server/contexts';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type RunningApp } from '../../support/app/app';
import { makePerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { openTestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import { Inbox } from '../mail/inbox';
import { exportRequestsOf } from './requesting';

const exportedFiles = capabilities.exportFiles.map(({ name }) => name);

const inbox = new Inbox();
let run: RunningApp;
let workers: RunningWorkers;
let asking: ReturnType<typeof exportRequestsOf>;
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
  asking = exportRequestsOf(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});

describe('While a copy of a person’s data is made', () => {
  it('every open page of the person shows the progress, and an email without secrets says that it is ready', async () => {
    const reader = await makePerson(run.source);
    const page = await openTestSocket(run.url, reader.token);
    expect(await page.watch('me')).toMatchObject({ ok: true });
    const { _id } = (await asking.ask(reader.headers).expect(202)).body as { _id: string };
    await eventually(() => page.messages.some((m) => m.name === 'export.ready'), Boolean);
    const told = page.messages.filter((m) => m.name.startsWith('export.'));
    const progress = told
      .filter((m) => m.name === 'export.progress')
      .map((m) => (m.message as { progress: number }).progress);
    expect(told.every((m) => (m.message as { _id: string })._id === _id)).toBe(true);
    expect(progress[0]).toBe(0);
    expect(progress.length).toBeGreaterThan(exportedFiles.length);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    expect(told.at(-1)?.name).toBe('export.ready');
    const [mail] = await eventually(
      () => inbox.to(reader.email),
      (mails) => mails.length > 0,
    );
    expect(mail?.subject).toBe('Your copy is ready');
    expect(mail?.text).toContain('/profile/privacy');
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/signature|\/api\/|key=|[?&][a-z]+=/);
    page.close();
  });
});

describe('When a copy of a person’s data expires', () => {
  it('every open page of the person is informed', async () => {
    const reader = await makePerson(run.source);
    const page = await openTestSocket(run.url, reader.token);
    expect(await page.watch('me')).toMatchObject({ ok: true });
    const { _id } = (await asking.ask(reader.headers).expect(202)).body as { _id: string };
    await asking.ready(reader.headers, _id);
    run.clock.advance(days(7.1));
    await new ExpireExportsJob(run.app.get(ExportStateStore)).run();
    await eventually(
      () => page.messages.filter((m) => m.name === 'export.expired').map((m) => m.message),
      (told) => JSON.stringify(told) === JSON.stringify([{ _id }]),
    );
    page.close();
  });
});
