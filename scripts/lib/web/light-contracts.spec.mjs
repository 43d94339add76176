import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitContract } from './light-contracts.mjs';
import { ROOT } from '../paths.mjs';

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

describe('The part of a contract file that the web app loads without schemas', () => {
  const { light, heavy } = splitContract(source, './things.schemas');
  test('has the method and path of an endpoint, and no schema', () => {
    expect(light).toContain("readThing = { method: 'GET', path: '/api/things/{id}/' }");
    expect(light).not.toMatch(/\bz\./);
    expect(light).not.toContain('limits.longest');
  });
  test('keeps declarations that need no schema', () => {
    for (const name of ['kinds', 'first', 'isFirst']) expect(light).toContain(name);
  });
  test('re-exports all other names from the part with schemas, which is complete', () => {
    for (const name of ['Kind', 'Thing', 'longest'])
      expect(light).toContain(`export { ${name} } from './things.schemas';`);
    expect(light).not.toContain('inner');
    for (const name of ['kinds', 'Kind', 'inner', 'Thing', 'longest'])
      expect(heavy).toContain(name);
    expect(heavy).not.toContain('readThing');
  });
  test.each(
    readdirSync(join(ROOT, 'contracts'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /[\\/][\w-]+\.ts$/.test(name))
      .map((name) => join('contracts', name)),
  )('of %s loses no name, and imports only its heavy half', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const { light: half } = splitContract(text, './other');
    const exported = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(
      ([, name]) => name,
    );
    for (const name of exported) expect(half).toMatch(new RegExp(`\\b${name}\\b`));
    expect(half).not.toMatch(/^import /m);
    expect(half).not.toMatch(/\bz\.\w+\(/);
  });
});
