import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import { programPath } from '../../../scripts/lib/paths.mjs';

export interface EndedProgram {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Host {
  commonlabHost: { process: NodeJS.Process };
  commonlabCompiled: (file: string) => unknown;
}
const { commonlabHost: host, commonlabCompiled: load } = globalThis as unknown as Host;

/**
 * The environment of the programs that run in this process. Programs that run at the same time must
 * have equal environments.
 */
let inUse: { readonly text: string; readonly before: NodeJS.ProcessEnv; runs: number } | undefined;

function enterEnvironment(env: NodeJS.ProcessEnv): void {
  const text = JSON.stringify(env);
  if (inUse && inUse.text !== text) throw new Error('A program runs with another environment.');
  inUse ??= { text, before: host.process.env, runs: 0 };
  inUse.runs++;
  host.process.env = env;
}
function leaveEnvironment(): void {
  if (!inUse || --inUse.runs > 0) return;
  host.process.env = inUse.before;
  inUse = undefined;
}

// A program that hangs until its test fails must not change the environment of later tests.
afterEach(() => {
  if (inUse) host.process.env = inUse.before;
  inUse = undefined;
});

/** Runs a built program of the server, `node dist/server/NAME.main.js`, until it ends. */
export const runProgram = (
  name: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<EndedProgram> =>
  promisify(execFile)(process.execPath, [programPath(`server/${name}.main`), ...words], {
    env,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: EndedProgram) => ({ code, stdout, stderr }),
  );

/**
 * Runs the built program within this process, with arguments, environment, output and exit code of
 * its own. The program uses the modules that this worker of jest has loaded. A separate process
 * would load them again, in one to two seconds of processor time. So a file starts one process for
 * each program (`runProgram`), and tests all other cases here.
 */
export async function runProgramInWorker(
  name: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<EndedProgram> {
  const filename = programPath(`server/${name}.main`);
  const text = readFileSync(filename, 'utf8');
  const returning = text.replace(/^main\(/m, 'return main(');
  if (returning === text) throw new Error(`${name} does not end with a call of main`);
  const program = compileFunction(
    returning.replaceAll('await import(', 'await require('),
    ['exports', 'require', 'process'],
    { filename },
  ) as (exports: object, require: typeof load, process: object) => Promise<unknown>;
  const ended = { code: 0, stdout: '', stderr: '' };
  const process = {
    argv: [host.process.execPath, filename, ...words],
    env,
    stdout: { write: (line: string) => (ended.stdout += line) },
    stderr: { write: (line: string) => (ended.stderr += line) },
    exit: (code: number) => void (ended.code = code),
    set exitCode(code: number) {
      ended.code = code;
    },
  };
  enterEnvironment(env);
  try {
    await program({}, load, process);
  } finally {
    leaveEnvironment();
  }
  return ended;
}
