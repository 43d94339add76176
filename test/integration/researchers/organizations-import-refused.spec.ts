import { readFile } from 'node:fs/promises';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { organizationImportsOf, instituteOfSomewhat, universityOfOslo } from './importing';
import { openDumpFolder, registryRecord, rorIdOf } from './registry-dump';

describe('the import of the registry’s dump', () => {
  let running: RunningApp;
  let files: Awaited<ReturnType<typeof openDumpFolder>>;
  let importDump: ReturnType<typeof organizationImportsOf>['importDump'];
  let everything: ReturnType<typeof organizationImportsOf>['everything'];
  beforeAll(async () => {
    // Imports compare and change all organizations, so this file has its own list.
    running = await startApp({ clock: new TestClock() });
    ({ importDump, everything } = organizationImportsOf(running));
    files = await openDumpFolder();
  });
  afterAll(async () => {
    await files.remove();
    await running.close();
  });

  describe('refuses a broken file and changes nothing', () => {
    let before: unknown[];
    beforeAll(async () => {
      await importDump(await files.json([registryRecord(8, 'There before')]));
      before = await everything();
    });
    const whole = JSON.stringify([universityOfOslo, instituteOfSomewhat]);
    it.each<[string, () => Promise<string>, RegExp]>([
      [
        'that ends too early',
        () => files.write('a.json', whole.slice(0, -40)),
        /no complete list in JSON \(after \d+ records: Parser/,
      ],
      [
        'that has no end',
        () => files.write('b.json', whole.slice(0, -1)),
        /no complete list in JSON \(after \d+ records: Parser/,
      ],
      [
        'that is empty',
        () => files.write('c.json', ''),
        /no complete list in JSON \(after \d+ records: Parser/,
      ],
      [
        'that is no JSON',
        () => files.write('d.json', '<html></html>'),
        /no complete list in JSON \(after \d+ records: Parser/,
      ],
      [
        'that is no list',
        () => files.write('e.json', JSON.stringify({ items: [universityOfOslo] })),
        /no complete list in JSON .*should be an array/,
      ],
      [
        'of schema 1',
        () => files.json([universityOfOslo, { id: rorIdOf(9), name: 'Old', status: 'active' }]),
        /record 2 \(https:\/\/ror\.org\/\w+\) is no record of the registry's schema 2: names/,
      ],
      [
        'with an invented identifier',
        () => files.json([universityOfOslo, { ...instituteOfSomewhat, id: 'https://evil.test/1' }]),
        /record 2 \(https:\/\/evil\.test\/1\).*id/,
      ],
      [
        'with an unknown status',
        () => files.json([universityOfOslo, { ...instituteOfSomewhat, status: 'perhaps' }]),
        /record 2 .*status/,
      ],
      [
        'with something else in it',
        () => files.json([universityOfOslo, null]),
        /record 2 is no record/,
      ],
      [
        'with one organization twice',
        () => files.json([universityOfOslo, instituteOfSomewhat, universityOfOslo]),
        /record 3: .* is there twice/,
      ],
      [
        'without an active organization',
        () => files.json([{ ...universityOfOslo, status: 'withdrawn' }]),
        /no active organization/,
      ],
      ['that is an empty list', () => files.json([]), /no active organization/],
      [
        'that is an archive of something else',
        () => files.zip({ 'photo.txt': 'x' }),
        /archive holds no JSON/,
      ],
      [
        'that is half an archive',
        async () =>
          files.write(
            'half.zip',
            (
              await readFile(
                await files.zip({
                  'v2.0-ror-data.json': Array.from({ length: 500 }, (_, i) =>
                    registryRecord(i, `Institute ${i}`),
                  ),
                }),
              )
            ).subarray(0, 4_000),
          ),
        /./,
      ],
      ['that is not there', () => Promise.resolve('/nowhere/at/all.json'), /ENOENT/],
    ])('%s', async (_name, file, message) => {
      await expect(importDump(await file())).rejects.toThrow(message);
      expect(await everything()).toEqual(before);
    });
  });
});
