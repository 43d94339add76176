import { createHash } from 'node:crypto';
import { manifestHash } from './manifest';

const file = (path: string, content = path) => ({
  path,
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: content.length,
});

it('the hash of a version is the hash of sha256sum’s output for its files, in byte order of their paths', () => {
  const [a, z, umlaut] = [file('a b.js'), file('z.js'), file('\u00e4.js')];
  const printed = [a, z, umlaut].map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
  const hash = createHash('sha256').update(printed).digest('hex');
  expect(manifestHash([umlaut, a, z])).toBe(hash);
  expect(manifestHash([a, z])).not.toBe(hash);
  expect(manifestHash([a, z, file('\u00e4.js', 'other')])).not.toBe(hash);
});
