import { execFile, fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { programPath } from '../../../scripts/lib/paths.mjs';
import { freePort } from '../../../scripts/lib/processes/ports.mjs';
import type { TestDatabases } from '../engines/engines';
import { extendTimeout } from '../chance/wait';

export interface StartedProgram {
  readonly pid: number;
  /** The URL of a server; empty for the workers. */
  readonly url: string;
  /** Whether the same process still runs. */
  isAlive(): boolean;
  /** The program's log, one entry per line. */
  log(): string[];
  /** Kills the process (SIGKILL), whatever it is doing. */
  kill(): Promise<void>;
  /**
   * Sends SIGTERM.
   * @returns the exit code, null if the program had to be killed, and how long it took to end
   */
  stop(): Promise<{ code: number | null; ms: number }>;
}

/**
 * Returns the environment variables of the programs, as the launcher sets them, with the same
 * secret as the application in this process.
 */
export const programEnvironment = (
  engines: TestDatabases,
  port: number,
  more: Record<string, string>,
): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATABASE_URL: engines.databaseUrl,
  MIGRATION_DATABASE_URL: engines.migrationDatabaseUrl,
  ...(engines.redisUrl && { REDIS_URL: engines.redisUrl }),
  SMTP_URL: 'smtp://127.0.0.1:1',
  DATA_DIR: engines.dataDir,
  SECRET_KEY: 'test-secret-test-secret-test-secret-test',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  PUBLIC_WEB_URL: 'http://web.test:5173',
  PUBLIC_API_URL: 'http://127.0.0.1:3000',
  ...more,
});

/** Returns the environment variables of the program that fills in the demo. */
export const demoEnvironment = (engines: TestDatabases): NodeJS.ProcessEnv =>
  programEnvironment(engines, 0, { DEMO: 'force', DEMO_STUDY_URL: 'https://naps.example/' });

/** Fills in the demo, with the program that `npm start` runs. @throws what the program printed */
export const fillDemo = (engines: TestDatabases) =>
  promisify(execFile)(process.execPath, [programPath('server/seed.main')], {
    env: demoEnvironment(engines),
  });

/** Runs the built program in a process of its own and waits until it reports that it serves. */
async function start(
  file: string,
  engines: TestDatabases,
  port: number,
  more: Record<string, string>,
): Promise<StartedProgram> {
  const path = programPath(file);
  if (!existsSync(path)) throw new Error('The programs are not built: npm run build');
  const child = fork(path, [], {
    env: programEnvironment(engines, port, more),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => resolve(code)),
  );
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void ended.then((code) => reject(new Error(`${file} ended with ${code}:\n${said}`)));
  });
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    log: () => said.split('\n').filter(Boolean),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop: () => stop(child, ended),
  };
}

async function stop(child: ChildProcess, ended: Promise<number | null>) {
  const began = Date.now();
  const tooLate = setTimeout(() => child.kill('SIGKILL'), extendTimeout(40_000));
  child.kill('SIGTERM');
  const code = await ended;
  clearTimeout(tooLate);
  return { code, ms: Date.now() - began };
}

/**
 * Runs `node dist/server/main.js`.
 * @param port the port of a former server, to replace that server
 */
export async function startServerProgram(
  engines: TestDatabases,
  { port, ...more }: { port?: number } & Record<string, unknown> = {},
): Promise<StartedProgram> {
  return start('server/main', engines, port ?? (await freePort()), more as Record<string, string>);
}

/** Runs `node dist/workers/main.js`. */
export const startWorkersProgram = (
  engines: TestDatabases,
  more: Record<string, string> = {},
): Promise<StartedProgram> => start('workers/main', engines, 0, more);

/** Ends the programs that still run, for afterAll. */
export async function endPrograms(
  programs: readonly (StartedProgram | undefined)[],
): Promise<void> {
  await Promise.all(programs.map(async (one) => one?.isAlive() && (await one.kill())));
}

export const portOf = (one: StartedProgram): number => Number(new URL(one.url).port);
