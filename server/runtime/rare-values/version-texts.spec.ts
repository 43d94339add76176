import { Readable } from 'node:stream';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Storage } from '../../platform/storage/storage';
import { VersionTextSearch } from './version-texts';

const contents: Record<string, string> = {
  page: '<script src="study.js"></script>',
  study: "const stimuli = ['Img/House_00012.PNG', 'seven and five are twelve']",
  picture: 'FACE-0815-OF-NOBODY',
};
const files = [
  { path: 'index.html', sha256: 'page', bytes: 32, mime: 'text/html; charset=utf-8' },
  { path: 'study.js', sha256: 'study', bytes: 70, mime: 'text/javascript' },
  { path: 'img/car_00013.png', sha256: 'picture', bytes: 20, mime: 'image/png' },
  { path: 'gone.js', sha256: 'gone', bytes: 10, mime: 'text/javascript' },
];
let asked = 0;
const tx = {
  query: () => {
    asked += 1;
    return Promise.resolve(files);
  },
} as unknown as Transaction;
const storage = {
  bytes: (hash: string) =>
    Promise.resolve(
      hash in contents ? Readable.from([Buffer.from(contents[hash] ?? '')]) : undefined,
    ),
} as unknown as Storage;

describe('The texts of a version', () => {
  const notIn = async (texts: VersionTextSearch, version: string | null, ...values: string[]) =>
    (
      await texts.notIn(
        tx,
        version,
        values.map((text) => ({ text })),
      )
    ).map(({ text }) => text);

  it('contain its stimuli, sentences and paths, so these are not rare values', async () => {
    const texts = new VersionTextSearch(storage);
    const own = ['img/house_00012.png', 'seven and five are twelve', 'img/car_00013.png'];
    expect(await notIn(texts, 'a version', ...own, 'face-0815-of-nobody', '1a63e2869b0c')).toEqual([
      'face-0815-of-nobody',
      '1a63e2869b0c',
    ]);
  });

  it('are read once and cached until four other versions were read', async () => {
    const texts = new VersionTextSearch(storage);
    asked = 0;
    for (const version of ['a', 'a', 'b', 'a']) await notIn(texts, version, 'x');
    expect(asked).toBe(2);
    for (const version of ['c', 'd', 'e', 'a']) await notIn(texts, version, 'x');
    expect(asked).toBe(6);
    expect(await notIn(texts, null, 'img/car_00013.png')).toEqual(['img/car_00013.png']);
  });
});
