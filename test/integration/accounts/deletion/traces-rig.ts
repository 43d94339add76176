import { startApp, TestClock } from '../../../support/app/app';
import { captureLog } from '../../../support/app/captured-log';
import { eventually } from '../../../support/chance/wait';
import { startTestWorkers } from '../../../support/app/workers';
import { Inbox } from '../../mail/inbox';
import { countRows, accountRequestsOf } from '../account-requests';
import { findTracesOfTexts } from './traces';

export type TracesRig = Awaited<ReturnType<typeof openTracesRig>>;

/**
 * Starts an application and workers for one test file, and records their logs and console output.
 * The test file searches the recorded output, the database, the queue and the data folder for
 * texts.
 */
export async function openTracesRig(environment: Readonly<Record<string, string>> = {}) {
  const inbox = new Inbox();
  const logs = { server: captureLog('trace', 'server'), workers: captureLog('trace', 'workers') };
  const printed: string[] = [];
  const clock = new TestClock();
  await inbox.start();
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    jest
      .spyOn(console, level)
      .mockImplementation((...words: unknown[]) => void printed.push(words.join(' ')));
  const run = await startApp({
    environment: { SMTP_URL: inbox.url, RATE_LIMITS: 'on', ...environment },
    clock,
    log: logs.server.log,
  });
  const workers = await startTestWorkers(run, {
    environment,
    log: logs.workers.log,
  });
  const folder = run.engines.dataDir;
  return {
    run,
    clock,
    inbox,
    logs,
    folder,
    people: accountRequestsOf(run),
    /** Finds every place that contains one of the texts. */
    traces: (texts: readonly string[]) =>
      findTracesOfTexts(texts, {
        engines: run.engines,
        folder,
        logs: { server: logs.server.lines, workers: logs.workers.lines, console: printed },
      }),
    everythingRelayed: () =>
      eventually(
        () => countRows(run.source, `platform.outbox WHERE relayed_at IS NULL`),
        (n) => n === 0,
      ),
    async close() {
      await workers.close();
      await run.close();
      await inbox.stop();
      jest.restoreAllMocks();
    },
  };
}
