import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { printSeededRandom } from '../../../test/support/chance/seeded';
import { zipOf, type ZipEntry } from '../../../test/support/files/zip';
import { DomainError } from '../../platform/errors/errors';
import { unpackArchive } from './unpack';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'commonlab-archives-'))));
afterAll(() => rm(folder, { recursive: true }));

type Take = (content: AsyncIterable<Uint8Array>) => Promise<string>;
const asText: Take = async (content) => (await buffer(Readable.from(content))).toString('latin1');

async function unpacked(archive: Buffer, take = asText) {
  const path = join(folder, `${Math.random()}.zip`);
  await writeFile(path, archive);
  const { files, archiveNotes } = await unpackArchive(path, archive.length, take);
  return { files: Object.fromEntries(files.map((one) => [one.path, one.value])), ...archiveNotes };
}
/** Unpacks an archive. Returns the unpacked files or, if the archive is refused, the code and path of each fault. */
const fate = async (archive: Buffer, take?: Take): Promise<unknown> => {
  try {
    return await unpacked(archive, take);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.code).toBe('archive_refused');
    return (error.extra.fields ?? []).map(({ path, code }) => `${code} ${path}`.trim());
  }
};

const page: ZipEntry = { name: 'index.html', content: '<p>Hello</p>' };
const zeros = (bytes: number) => Buffer.alloc(bytes);
const [composed, decomposed] = ['B\u00e4r.png', 'Ba\u0308r.png'];

describe('An uploaded archive', () => {
  it('returns its files by path, without a common top folder', async () => {
    const archive = zipOf([
      { name: 'study-v2/' },
      { name: 'study-v2/index.html', content: 'page' },
      { name: 'study-v2/img/a b.png', content: 'image', method: 0 },
      { name: `study-v2/${decomposed}`, content: 'bear' },
      { name: 'study-v2/empty.txt' },
    ]);
    expect(await unpacked(archive)).toEqual({
      files: { 'index.html': 'page', 'img/a b.png': 'image', [composed]: 'bear', 'empty.txt': '' },
      leftOut: [],
      notes: [],
    });
  });

  it('is refused without crashing the process when the fault is found before the content is read', async () => {
    const archive = zipOf([page, { name: 'a', content: 'xyz', says: { crc: 1 } }]);
    // Reads the content late, when unpacking has already found that its checksum is wrong.
    const slow: Take = async (content) => {
      for (let turn = 0; turn < 200; turn++) await setImmediate();
      return asText(content);
    };
    expect(await fate(archive, slow)).toEqual(['archive_checksum a']);
  });

  it('is unpacked or refused without crashing the process, whatever bytes are damaged', async () => {
    const { random } = printSeededRandom('damaged archives');
    const noise = Buffer.from(Array.from({ length: 100_000 }, () => Math.floor(random() * 256)));
    const whole = zipOf([
      page,
      // One file is read in several pieces.
      { name: 'a', content: noise.toString('latin1') },
      ...['b', 'c', 'd'].map((name) => ({ name, content: noise.toString('latin1', 0, 9_000) })),
    ]);
    for (let n = 0; n < 150; n++) {
      const damaged = Buffer.from(whole);
      // Damages random bytes: in two of three cases at the end of the archive, where its central directory states the
      // sizes of files.
      const from = n % 3 === 0 ? 0 : damaged.length - 500;
      for (let i = 0; i < 1 + (n % 4); i++)
        damaged[from + Math.floor(random() * (damaged.length - from))] = Math.floor(random() * 256);
      await fate(damaged);
    }
  });

  it('leaves out files that operating systems add, and lists them', async () => {
    const noise = [
      ...['__MACOSX/._index.html', '.DS_Store', 'img/Thumbs.db', '.git/config', 'desktop.ini'],
      ...['~$cond.xlsx', 'tables/.~lock.cond.ods#', 'Icon\r', 'img/ehthumbs.db'],
    ];
    const { files, leftOut } = await unpacked(
      zipOf([page, ...noise.map((name) => ({ name, content: 'x' }))]),
    );
    expect(Object.keys(files)).toEqual(['index.html']);
    expect(leftOut).toEqual(noise);
  });

  describe('made on various operating systems', () => {
    const odd = (name: string | Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({
      ...{ name, content: 'x', saysUtf8: false },
      ...more,
    });
    const cp437 = (text: string) =>
      Buffer.from(text.replace('ä', '\x84').replace('ü', '\x81'), 'latin1');
    const unicodePath = (raw: Buffer, name: string, version = 1) => {
      const data = Buffer.concat([Buffer.from([version]), Buffer.alloc(4), Buffer.from(name)]);
      data.writeUInt32LE(crc32(raw), 1);
      const head = Buffer.alloc(4);
      head.writeUInt16LE(0x7075, 0);
      head.writeUInt16LE(data.length, 2);
      return Buffer.concat([head, data]);
    };

    it.each<[string, ZipEntry, string, boolean]>([
      ['Finder', odd('img/b\u00e4r.png'), 'img/b\u00e4r.png', true],
      ['Finder, with its own spelling', odd('img/ba\u0308r.png'), 'img/b\u00e4r.png', true],
      ['bsdtar', odd('刺激/词.png'), '刺激/词.png', true],
      ['an old Windows', odd(cp437('bär.png'), { system: 0 }), 'bär.png', true],
      [
        'a program that says what is not so',
        odd(cp437('bär.png'), { saysUtf8: true }),
        'bär.png',
        true,
      ],
      ['7-Zip, with letters of English', odd('bar.png', { system: 0 }), 'bar.png', false],
      ['7-Zip, which says UTF-8', odd('bär.png', { saysUtf8: true, system: 0 }), 'bär.png', false],
      [
        'Info-ZIP, with its field',
        odd(cp437('b?r.png'), { extra: unicodePath(cp437('b?r.png'), 'bär.png') }),
        'bär.png',
        false,
      ],
      [
        'Info-ZIP, whose field is of another name',
        odd('bar.png', { extra: unicodePath(cp437('b?r.png'), 'bär.png') }),
        'bar.png',
        false,
      ],
    ])('keeps the names of its files: %s', async (_, entry, name, isGuessed) => {
      expect(await unpacked(zipOf([page, entry]))).toEqual({
        files: { 'index.html': '<p>Hello</p>', [name]: 'x' },
        leftOut: [],
        notes: isGuessed ? [{ code: 'name_guessed', path: name }] : [],
      });
    });

    it.each([0, 3])(
      'is read with backslashes as separators of folders when no name has a slash, and reports it (system %d)',
      async (system) => {
        const archive = zipOf([
          odd('exp\\index.html', { system }),
          odd('exp\\img\\', { system, content: '' }),
          odd('exp\\img\\a.png', { system }),
        ]);
        expect(await unpacked(archive)).toEqual({
          files: { 'index.html': 'x', 'img/a.png': 'x' },
          leftOut: [],
          notes: [{ code: 'backslashes', path: '' }],
        });
        expect(await fate(zipOf([odd('a\\..\\..\\b.js', { system })]))).toEqual([
          'archive_path a/../../b.js',
        ]);
        expect(await fate(zipOf([odd('C:\\b.js', { system })]))).toEqual(['archive_path C:/b.js']);
        // One name contains a slash, so backslashes do not separate folders in this archive. They
        // are forbidden characters in names.
        expect(await fate(zipOf([odd('a/b.js', { system }), odd('c\\d.js', { system })]))).toEqual([
          'archive_path c\\d.js',
        ]);
      },
    );

    it('keeps one of two spellings of a name with the same content, and reports it', async () => {
      const same = (name: string) => ({ name, content: 'bear' });
      expect(await unpacked(zipOf([page, same(composed), same(decomposed)]))).toEqual({
        files: { 'index.html': '<p>Hello</p>', [composed]: 'bear' },
        leftOut: [],
        notes: [{ code: 'same_twice', path: composed }],
      });
    });

    it('decodes each name as the archiving program encoded it', async () => {
      const { int } = printSeededRandom('names of archives');
      const letters = [
        'a',
        'Z',
        '7',
        ' ',
        '-',
        'é',
        'ü',
        'ß',
        'ж',
        '漢',
        '한',
        'ع',
        '😀',
        'e\u0301',
      ];
      for (let n = 0; n < 100; n++) {
        const name = `x${Array.from({ length: 1 + int(8) }, () => letters[int(letters.length)]).join('')}y`;
        for (const saysUtf8 of [true, false]) {
          const { files } = await unpacked(zipOf([page, odd(name, { saysUtf8 })]));
          expect(Object.keys(files)).toEqual(['index.html', name.normalize('NFC')]);
        }
      }
    });
  });

  const named = (name: string | Buffer) => [page, { name, content: 'x' }];
  it.each<[string, ZipEntry[] | Buffer, string[]]>([
    ['that is none', Buffer.from('%PDF-1.7 and so on'), ['archive_broken']],
    ['that was cut short', zipOf([page]).subarray(0, -30), ['archive_broken']],
    ['whose beginning is missing', zipOf([page]).subarray(40), ['archive_broken']],
    ['without files', [{ name: 'img/' }], ['archive_empty']],
    ['of system files alone', [{ name: '.DS_Store', content: 'x' }], ['archive_empty']],
    ['that leads upwards', named('img/../../a.js'), ['archive_path img/../../a.js']],
    ['with a name from the root', named('/etc/passwd'), ['archive_path /etc/passwd']],
    ['with a drive', named('C:/a.js'), ['archive_path C:/a.js']],
    [
      'with slashes and backslashes',
      [...named('img/b.png'), { name: 'img\\a.png' }],
      ['archive_path img\\a.png'],
    ],
    ['with a NUL in a name', named('a\0.js'), ['archive_path a\ufffd.js']],
    [
      'with a name of our own',
      named('__commonlab/frame.js'),
      ['archive_path __commonlab/frame.js'],
    ],
    ['with a folder that leads upwards', [page, { name: '../x/' }], ['archive_path ../x/']],
    [
      'with a link',
      [page, { name: 'a', content: '/etc/passwd', mode: 0o120777 }],
      ['archive_link a'],
    ],
    ['with a device', [page, { name: 'a', mode: 0o020666 }], ['archive_link a']],
    ['with an encrypted file', [page, { name: 'a', encrypted: true }], ['archive_encrypted a']],
    [
      'packed in another way',
      [page, { name: 'a', content: 'x', method: 14 }],
      ['archive_method a'],
    ],
    ['with a name twice', [page, page], ['archive_doubled index.html']],
    [
      'with a name twice, in two spellings',
      [...named(composed), { name: decomposed, content: 'y' }],
      [`archive_doubled ${composed}`],
    ],
    [
      'whose parts overlap',
      [page, { ...page, name: 'b.html', sharesWith: 0 }],
      ['archive_overlap b.html'],
    ],
    [
      'with a file of more than it says',
      [page, { name: 'a', content: 'xyz', says: { bytes: 2 } }],
      ['archive_size a'],
    ],
    [
      'with a file of less than it says',
      [page, { name: 'a', content: 'xyz', says: { bytes: 4 } }],
      ['archive_size a'],
    ],
    [
      'with a damaged file',
      [page, { name: 'a', content: 'xyz', says: { crc: 1 } }],
      ['archive_checksum a'],
    ],
    [
      'that says it is small and is a bomb',
      [page, { name: 'a', content: zeros(25_000_000), says: { bytes: 1_000 } }],
      ['archive_size a'],
    ],
    [
      'that is a bomb and says so',
      [page, { name: 'a', content: zeros(25_000_000) }],
      ['archive_ratio'],
    ],
    [
      'with a file beyond the limit',
      [page, { name: 'a', says: { bytes: 30_000_001 } }],
      ['archive_ratio'],
    ],
    [
      'with too many files',
      Array.from({ length: 5_001 }, (_, i) => ({ name: `${i}.txt` })),
      ['archive_too_many_files'],
    ],
    [
      'of more than all may have',
      Array.from({ length: 8 }, (_, i) => ({ name: `${i}`, says: { bytes: 29_000_000 } })),
      ['archive_too_large'],
    ],
  ])('is refused with a code: %s', async (_, archive, expected) => {
    expect(await fate(Buffer.isBuffer(archive) ? archive : zipOf(archive))).toEqual(expected);
  });

  it('reports all of its faults in one answer', async () => {
    expect(
      await fate(zipOf([page, { name: '../a' }, { name: 'b', encrypted: true }, page])),
    ).toEqual(['archive_path ../a', 'archive_encrypted b', 'archive_doubled index.html']);
  });
});
