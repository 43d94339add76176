import { startApp, type RunningApp } from '../../support/app/app';
import { runProgram, runProgramInWorker } from '../../support/app/run-program';
import { startTimeoutMs } from '../../support/app/starting-takes';
import { openMonthlyAuditRig, type MonthlyAuditRig } from './audit-in-months';

let run: RunningApp;
let log: MonthlyAuditRig;
beforeAll(async () => {
  run = await startApp();
  log = await openMonthlyAuditRig(run);
  await log.empty();
  await log.makeMonths('2020-01', '2020-02');
  await log.write('2020-01-05T10:00:00Z', '2020-02-05T10:00:00Z', run.clock.now().toISOString());
  await log.seal();
});
afterAll(async () => {
  await log?.close();
  await run.close();
});

const environment = () => ({
  PATH: process.env.PATH,
  DATABASE_URL: run.engines.databaseUrl,
  MIGRATION_DATABASE_URL: run.engines.migrationDatabaseUrl,
  SECRET_KEY: run.config.secretKey,
  SMTP_URL: 'smtp://127.0.0.1:1',
  DEMO: '0',
});
const program = (name: string, words: string[], more: NodeJS.ProcessEnv = {}) =>
  runProgramInWorker(name, words, { ...environment(), ...more });

describe('The program audit:cut', () => {
  it.each([
    [[], 'Usage:'],
    [['--before'], 'Usage:'],
    [['2020-02'], 'Usage:'],
    [['--before', '2020-2'], 'is no month'],
    [['--before', '2099-01'], 'AUDIT_RETENTION_MONTHS'],
  ])(
    'exits with 2 when given %j',
    async (words, sentence) =>
      expect(await program('audit-cut', words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(sentence),
      }),
    startTimeoutMs,
  );

  it(
    'exits with 2 and removes nothing if the database user is not the owner',
    async () => {
      expect(
        await program('audit-cut', ['--before', '2020-02'], {
          MIGRATION_DATABASE_URL: run.engines.databaseUrl,
        }),
      ).toMatchObject({ code: 2, stderr: expect.stringContaining('permission denied') });
      expect(await log.sequences()).toEqual([1, 2, 3]);
    },
    startTimeoutMs,
  );

  it(
    'exits with 1 and names the damage, and with 0 once the log is intact',
    async () => {
      await log.owner.query(`UPDATE platform.audit SET action = 'x' WHERE at < '2020-02-01'`);
      expect(await runProgram('audit-cut', ['--before', '2020-02'], environment())).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^changed: record no\. 1,[^]*Nothing was cut off/),
      });
      await log.owner.query(
        `UPDATE platform.audit SET action = 'signed-in' WHERE at < '2020-02-01'`,
      );
      expect(await program('audit-cut', ['--before', '2020-02'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(
          '1 records were whole and are gone, with the months 2020-01',
        ),
      });
      expect(await program('audit-cut', ['--before', '2020-02'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('There is nothing before 2020-02.'),
      });
    },
    startTimeoutMs,
  );

  it(
    'makes the check report afterwards that the beginning was cut off',
    async () => {
      const today = run.clock.now().toISOString().slice(0, 10);
      expect(await program('audit-verify', [])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(
          `The audit log is whole: 2 records.\nIt begins with 2020-02, after no. 1: what was older was cut off on ${today}.`,
        ),
      });
      expect(await program('audit-verify', ['--head', `0:${'0'.repeat(64)}`])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('The head noted at no. 0 was cut off too'),
      });
    },
    startTimeoutMs,
  );
});
