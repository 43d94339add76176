import { withholdTimes } from '../withholding/withheld.rule';
import { announcedHashes, NeutralFileNames } from './neutral-file-names.rule';

const days = { day: '2026-11-28', last_day: '2026-11-28' };
const [first, second, third] = ['0a', '5b', 'f3'].map((two) => two.repeat(32)) as [
  string,
  string,
  string,
];
const announcing = (name: string, sha256: string) => ({
  kind: 'file',
  data: JSON.stringify({ name, type: 'audio/webm', bytes: 5, sha256 }),
});

describe('Neutral file names in an anonymous session', () => {
  it('are numbers in the order of the hashes, with a known file extension', () => {
    const names = new NeutralFileNames([third, first, second, first]);
    expect(names.nameOf({ sha256: second, name: 'audio_143208.WEBM' })).toBe('file-2.webm');
    expect(names.nameOf({ sha256: first, name: 'two-thirty.h1432' })).toBe('file-1');
    expect(names.nameOf({ sha256: third, name: '14-32-08' })).toBe('file-3');
  });

  it.each([
    'audio-14-32-08.webm',
    'audio_143208.webm',
    'rec_2026-11-28T14_32_08.123Z.webm',
    'half past two.webm',
    'file-2.webm',
  ])(
    'replace the name %s in a record, so that it refers to the file and contains nothing of its name',
    (name) => {
      const records = [announcing('file-1.webm', third), announcing(name, first)];
      const names = new NeutralFileNames(announcedHashes(records));
      const [other, own] = records.map(({ data }) => JSON.parse(names.announced(data)) as object);
      expect([other, own]).toMatchObject([
        { name: 'file-2.webm', sha256: third },
        { name: 'file-1.webm', sha256: first },
      ]);
      const row = { response: name, other: 'file-1.webm', said: JSON.stringify([name]), rt: 512 };
      expect(withholdTimes(row, days, undefined, names.ofRecords).value).toEqual({
        ...{ response: 'file-1.webm', other: 'file-2.webm' },
        ...{ said: '["file-1.webm"]', rt: 512 },
      });
    },
  );

  it('keep an answer that is a word even when a file has that name', () => {
    const names = new NeutralFileNames([first]);
    expect(JSON.parse(names.announced(announcing('yes', first).data))).toMatchObject({
      name: 'file-1',
    });
    expect(withholdTimes({ answer: 'yes' }, days, undefined, names.ofRecords).value).toEqual({
      answer: 'yes',
    });
  });
});
