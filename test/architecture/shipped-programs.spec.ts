import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { directivesOf, readShippedFile } from './shipped-configuration';

const root = resolve(__dirname, '../..');

const answers = ([program = '', ...words]: string[]) =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;

/**
 * Finds the first of these commands that is installed. If no command is installed, writes to the
 * output which commands are missing.
 */
function firstOf(commands: string[][], asked: string): string[] | undefined {
  const found = commands.find((one) => answers([...one, asked]));
  if (!found)
    process.stderr.write(
      `not checked, since it is missing: ${commands.map((one) => one.join(' ')).join(', ')}\n`,
    );
  return found;
}
const compose = firstOf([['docker', 'compose'], ['docker-compose']], 'version');
const nginx = firstOf([['nginx']], '-v');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonlab-shipped-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Checks the shipped nginx configuration by `nginx -t`, with addresses and paths of the containers
 * replaced.
 */
function nginxTakes(conf: string) {
  const file = join(folder, 'nginx.conf');
  const own = conf
    .replace(/server-\d:3000/g, '127.0.0.1:3000')
    .replace('/dev/stdout', join(folder, 'access.log'));
  writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${own}\n}\n`);
  const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-e', 'stderr', '-c', file], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

function composeTakes(values: Record<string, string>) {
  const file = join(folder, '.env');
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, lines.join('\n'));
  const [program = '', ...words] = compose ?? [];
  const asked = ['--env-file', file, '-f', join(root, 'docker-compose.yml'), 'config', '-q'];
  return spawnSync(program, [...words, ...asked], { encoding: 'utf8' }).status;
}

describe('shipped configuration checked by its programs', () => {
  it('the parser of these tests reads proxy.conf', () => {
    expect(directivesOf(readShippedFile('docker/proxy.conf')).map(({ name }) => name)).toEqual([
      ...['map', 'upstream', 'log_format', 'server'],
    ]);
  });

  (nginx ? it : it.skip)('nginx takes proxy.conf, and refuses a fault in it', () => {
    const conf = readShippedFile('docker/proxy.conf');
    expect(nginxTakes(conf)).toEqual({ status: 0, stderr: '' });
    expect(nginxTakes(conf.replace('server_tokens off;', 'server_tokens;')).status).toBe(1);
  });

  (compose ? it : it.skip)('Docker Compose takes its file, and refuses one without secrets', () => {
    const secret = 'f'.repeat(64);
    const all = { SECRET_KEY: secret, OWNER_PASSWORD: secret, SERVER_PASSWORD: secret };
    expect(composeTakes({ ...all, REDIS_PASSWORD: secret })).toBe(0);
    expect(composeTakes(all)).not.toBe(0);
  });
});
