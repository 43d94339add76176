import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * Splits sources in a process of its own: jest runs CommonJS, and cannot load Vite's parser.
 * @param {string[]} sources
 * @returns {{ light: string, heavy: string }[]}
 */
function split(sources) {
  const program = `
    import { text } from 'node:stream/consumers';
    import { splitContract } from './scripts/lib/web/light-contracts.mjs';
    const sources = JSON.parse(await text(process.stdin));
    const halves = sources.map((source) => splitContract(source, './things.schemas'));
    process.stdout.write(JSON.stringify(halves));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    input: JSON.stringify(sources),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  /** @type {unknown} */
  const halves = JSON.parse(answer);
  return /** @type {{ light: string, heavy: string }[]} */ (halves);
}

const source = `
import { z } from 'zod';
import type { Access } from './access';
import { limits } from './limits';
export const kinds = ['a', 'b'] as const;
const first: string = kinds[0];
export function isFirst(kind: string) { return kind === first; }
export const Kind = z.enum(kinds);
export type Kind = z.output<typeof Kind>;
const inner = { kind: Kind };
export const Thing = z.strictObject(inner);
export const longest = limits.longest;
export const readThing = endpoint('GET', '/api/things/{id}/', { replies: { 200: Thing } });
`;

const files = readdirSync(join(ROOT, 'contracts'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /[\\/][\w-]+\.ts$/.test(name))
  .map((name) => join('contracts', name));
const texts = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
/** @type {{ light: string, heavy: string }[]} */
let halves = [];
beforeAll(() => (halves = split([source, ...texts])));

describe('The part of a contract file that the web app loads without schemas', () => {
  const sample = () => halves[0] ?? { light: '', heavy: '' };
  test('has the method and path of an endpoint, and no schema', () => {
    const { light } = sample();
    expect(light).toContain("readThing = { method: 'GET', path: '/api/things/{id}/' }");
    expect(light).not.toMatch(/\bz\./);
    expect(light).not.toContain('limits.longest');
  });
  test('keeps declarations that need no schema', () => {
    for (const name of ['kinds', 'first', 'isFirst']) expect(sample().light).toContain(name);
  });
  test('re-exports all other names from the part with schemas, which is complete', () => {
    const { light, heavy } = sample();
    for (const name of ['Kind', 'Thing', 'longest'])
      expect(light).toContain(`export { ${name} } from './things.schemas';`);
    expect(light).not.toContain('inner');
    for (const name of ['kinds', 'Kind', 'inner', 'Thing', 'longest'])
      expect(heavy).toContain(name);
    expect(heavy).not.toContain('readThing');
  });
  test.each(files.map((file, n) => ({ file, n })))(
    'of $file loses no name, and imports only its heavy half',
    ({ n }) => {
      const { light } = halves[n + 1] ?? { light: '' };
      const exported = [...(texts[n] ?? '').matchAll(/^export (?:const|function) (\w+)/gm)];
      for (const [, name] of exported) expect(light).toMatch(new RegExp(`\\b${name}\\b`));
      expect(light).not.toMatch(/^import /m);
      expect(light).not.toMatch(/\bz\.\w+\(/);
    },
  );
});
