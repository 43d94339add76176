import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilities } from '../../server/contexts';

const root = join(__dirname, '../..');
const sources = ['server', 'workers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(folder, file)),
);

/**
 * Finds the purposes with which a source file encrypts values by `secrets.seal`; `undefined` where the
 * purpose is not a constant.
 */
const sealedIn = (text: string): (string | undefined)[] =>
  [...text.matchAll(/secrets\s*\.seal\(\s*(?:'([^']+)'|[^)])/g)].map(([, purpose]) => purpose);

describe('values that are stored encrypted (sealed)', () => {
  const found = sources.flatMap((file) =>
    sealedIn(readFileSync(join(root, file), 'utf8')).map((purpose) => ({ file, purpose })),
  );

  it('belong to a column declared by a context, so that a key rotation finds them', () => {
    const declared = capabilities.sealed.map(({ purpose }): string => purpose);
    expect(
      found.filter(({ purpose }) => purpose !== undefined && !declared.includes(purpose)),
    ).toEqual([]);
    // Only the key rotation has no constant purpose: it encrypts all declared columns again.
    expect(found.filter(({ purpose }) => purpose === undefined).map(({ file }) => file)).toEqual([
      'server/platform/security/rotate-secrets.ts',
    ]);
  });

  it('exist for each column that a context declares as sealed', () => {
    const used = new Set(found.map(({ purpose }) => purpose));
    expect(capabilities.sealed.filter(({ purpose }) => !used.has(purpose))).toEqual([]);
    expect(sealedIn(`this.secrets.seal('a', row, 'x'); secrets\n  .seal(purpose, row)`)).toEqual([
      'a',
      undefined,
    ]);
  });
});
