import { limits } from '../../../contracts/limits';
import type { PagedRows } from '../paged-rows';
import { fileNames, type FileName } from '../personal-data';
import { moment } from '../../mail/mail-texts';
import { Archive } from './archive';
import { exportTexts } from './export-texts';

export interface ExportToBuild {
  accountId: string;
  language: string;
  madeAt: Date;
  read: (file: FileName) => readonly PagedRows[];
  /** The ZIP, part by part. @throws whatever shall end the work. */
  write: (part: Buffer, firstByte: number) => Promise<void>;
  /** After each file. @throws whatever shall end the work. */
  onProgress: (percent: number) => Promise<void>;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The ZIP: a file for each kind of thing that is held, `index.json` for programs and `README.txt`
 * for people.
 * @returns its size
 */
export async function buildArchive({
  accountId,
  language,
  madeAt,
  read,
  write,
  onProgress,
}: ExportToBuild): Promise<number> {
  const { texts, language: tongue } = exportTexts(language);
  const archive = new Archive(madeAt, write);
  const index: { name: string; explains: string; records: number }[] = [];
  await archive.add('README.txt', [readme(language, madeAt)]);
  for (const [i, file] of fileNames.entries()) {
    const entry = { name: `${file}.json`, explains: texts.files[file], records: 0 };
    await archive.add(
      entry.name,
      jsonOf(read(file), (count) => (entry.records += count)),
    );
    index.push(entry);
    await onProgress(Math.round(((i + 1) / (fileNames.length + 1)) * 100));
  }
  await archive.add('index.json', [
    json({
      format: 1,
      made_at: madeAt.toISOString(),
      account_id: accountId,
      language: tongue,
      files: index,
      not_inside: texts.notInside,
    }),
  ]);
  return archive.end();
}

/** As `JSON.stringify(…, null, 2)` would write an object of lists, but a row at a time. */
async function* jsonOf(
  lists: readonly PagedRows[],
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  yield '{';
  for (const [i, { name, pages }] of lists.entries()) {
    yield `${i === 0 ? '' : ','}\n  ${JSON.stringify(name)}: [`;
    let none = true;
    for await (const rows of pages) {
      onRows(rows.length);
      for (const row of rows) {
        yield `${none ? '' : ','}\n    ${JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')}`;
        none = false;
      }
    }
    yield none ? ']' : '\n  ]';
  }
  yield '\n}\n';
}

function readme(language: string, madeAt: Date): string {
  const { texts, language: tongue } = exportTexts(language);
  const when = moment(tongue, madeAt);
  const files = fileNames.map((file) => `${file}.json\n    ${texts.files[file]}`);
  return [
    texts.title,
    '='.repeat(texts.title.length),
    '',
    texts.made(when),
    '',
    texts.format,
    '',
    ...files.flatMap((file) => [file, '']),
    `index.json\n    ${texts.index}`,
    '',
    texts.missing,
    ...texts.notInside.map((what) => `- ${what}`),
    '',
    texts.gone(limits.exportDays),
    '',
  ].join('\r\n');
}
