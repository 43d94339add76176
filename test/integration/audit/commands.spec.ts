/**
 * @engines one: the programs that it starts use no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { startPostgres } from '../../../scripts/lib/engines/postgres.mjs';
import {
  removeDir,
  readOrCreateSecret,
  temporaryDir,
} from '../../../scripts/lib/processes/state.mjs';
import { endPrograms, startWorkersProgram, type StartedProgram } from '../../support/app/programs';
import { eventually } from '../../support/chance/wait';
import { openDumpFolder, registryRecord } from '../researchers/registry-dump';

/** Runs commands as an operator does, on an installation that starts its own PostgreSQL. */
describe('the commands on the embedded database', () => {
  const dir = temporaryDir('commands');
  afterAll(() => removeDir(dir));

  const run = (name: string, words: string[] = [], at = dir) =>
    new Promise<{ code: number | null; said: string }>((resolve, reject) => {
      const {
        DATABASE_URL: _d,
        MIGRATION_DATABASE_URL: _m,
        REDIS_URL: _r,
        SMTP_URL: _s,
        SECRET_KEY: _k,
        ...outside
      } = process.env;
      const child = spawn(process.execPath, [join(ROOT, 'scripts', `${name}.mjs`), ...words], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...outside, DATA_DIR: at },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text));
      child.once('error', reject).once('close', (code) => resolve({ code, said }));
    });

  it.each<[string, string[]]>([
    ['audit-verify', []],
    ['admin-create', ['root@commands.test', '--remove-second-factor']],
  ])(
    'include %s, which reports that there is no installation, and creates none',
    async (name, words) => {
      const empty = temporaryDir('commands-empty');
      try {
        const { code, said } = await run(name, words, empty);
        expect(said).toBe(
          `There is no installation in ${empty}: say in DATA_DIR or DATABASE_URL which one is meant.\n`,
        );
        expect(code).toBe(name === 'audit-verify' ? 2 : 1);
        expect(readdirSync(empty)).toEqual([]);
      } finally {
        removeDir(empty);
      }
    },
    // Time limit: a Node process starts, after a check of the installed packages.
    120_000,
  );

  it('work, while the product does not run, on what an earlier command created', async () => {
    expect(await run('admin-create', ['root@commands.test'])).toMatchObject({
      code: 0,
      said: expect.stringContaining(
        'root@commands.test has an account now and is an administrator.',
      ),
    });
    // No workers run, so no record has a seal, and the chain has no head.
    expect(await run('audit-verify', ['--head', `1:${'0'.repeat(64)}`])).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /does not have the seal that was noted[^]*The audit log is damaged/,
      ),
    });
    expect(existsSync(join(dir, 'launcher.json'))).toBe(false);
    // Time limit: two programs run, each of which starts PostgreSQL and runs the migrations.
  }, 300_000);

  it('check the audit log against a noted head, look for a second factor, and import organizations while the product runs', async () => {
    const postgres = await startPostgres({ dir });
    const files = await openDumpFolder();
    const rows = new Client({ connectionString: postgres.ownerUrl() });
    let workers: StartedProgram | undefined;
    // Marks the folder as in use, as the launcher does.
    writeFileSync(
      join(dir, 'launcher.json'),
      JSON.stringify({ pid: process.pid, program: 'node', url: 'http://127.0.0.1:9' }),
    );
    try {
      workers = await startWorkersProgram(
        {
          engine: 'postgres',
          databaseUrl: postgres.serverUrl(),
          migrationDatabaseUrl: postgres.ownerUrl(),
          redisUrl: undefined,
          redis: undefined,
          dataDir: dir,
          drop: () => Promise.resolve(),
        },
        { SECRET_KEY: readOrCreateSecret(dir, 'secret.key') },
      );
      await rows.connect();
      const [head] = await eventually(
        async () =>
          (
            await rows.query<{ head: string }>(
              `SELECT sequence || ':' || encode(seal, 'hex') AS head FROM platform.audit_seal`,
            )
          ).rows.map((row) => row.head),
        ({ length }) => length > 0,
      );
      expect(await run('audit-verify', ['--head', head ?? ''])).toMatchObject({
        code: 0,
        said: expect.stringMatching(
          /The audit log is whole: \d+ records, the head noted at no\. \d+ among them/,
        ),
      });
      expect(
        await run('admin-create', ['root@commands.test', '--remove-second-factor']),
      ).toMatchObject({
        code: 0,
        said: expect.stringContaining('root@commands.test has no second factor; nothing changed.'),
      });
      expect(
        await run('organizations-import', [
          await files.json([registryRecord(1, 'Institute of Commands')]),
        ]),
      ).toMatchObject({ code: 0 });
    } finally {
      await rows.end();
      await endPrograms([workers]);
      removeDir(join(dir, 'launcher.json'));
      await files.remove();
      await postgres.stop();
    }
    // Time limit: the workers start. After the first seal, three programs start, one after the
    // other.
  }, 300_000);
});
