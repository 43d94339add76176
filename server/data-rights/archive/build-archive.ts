import type { Language } from '../../../contracts/base/languages';
import { dataRightsLimits } from '../../../contracts/data-rights/limits';
import type { PagedRows } from '../../platform/db/snapshot';
import type { ExportFile, ExportedUserFile } from '../../platform/context/context';
import { formatMoment } from '../../mail/mail-texts';
import { ZipArchive } from '../../platform/storage/archive';
import { dataRightsTexts } from '../data-rights-texts';

export interface ExportToBuild {
  accountId: string;
  language: string;
  madeAt: Date;
  /** The files in the order in which the archive contains them. */
  files: readonly ExportFile[];
  read: (file: ExportFile) => readonly PagedRows[];
  /**
   * Yields the account holder's own files, such as uploads, that this file of the archive mentions.
   * The archive contains them as well.
   */
  ownFiles: (file: ExportFile) => AsyncIterable<ExportedUserFile>;
  /**
   * Stores the next part of the ZIP.
   * @throws any error to abort the work
   */
  write: (part: Buffer, firstByte: number) => Promise<void>;
  /**
   * Called after each file.
   * @throws any error to abort the work
   */
  onProgress: (percent: number) => Promise<void>;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Builds the ZIP: a file for each kind of data, `index.json` for programs, and `README.txt` for
 * people.
 * @returns its size in bytes
 */
export async function buildArchive({
  accountId,
  language,
  madeAt,
  files,
  read,
  ownFiles,
  write,
  onProgress,
}: ExportToBuild): Promise<number> {
  const { t, language: tongue } = dataRightsTexts.in(language);
  const archive = new ZipArchive(madeAt, write);
  const index: { name: string; explains: string; records: number }[] = [];
  await archive.add('README.txt', [readme(language, madeAt, files)]);
  for (const [i, file] of files.entries()) {
    const entry = { name: `${file.name}.json`, explains: explanationOf(file, tongue), records: 0 };
    await archive.add(
      entry.name,
      jsonOf(read(file), (count) => (entry.records += count)),
    );
    index.push(entry);
    for await (const { path, content } of ownFiles(file)) await archive.add(path, content);
    await onProgress(Math.round(((i + 1) / (files.length + 1)) * 100));
  }
  await archive.add('index.json', [
    json({
      format: 1,
      made_at: madeAt.toISOString(),
      account_id: accountId,
      language: tongue,
      files: index,
      not_inside: notInside.map((what) => t(`archive.not_inside.${what}`)),
    }),
  ]);
  return archive.end();
}

/** Writes an object of lists as `JSON.stringify(…, null, 2)` would, but one row at a time. */
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

/** Kinds of data that the server stores but the export does not contain; the archive says why. */
const notInside = ['participation_mails', 'counters', 'messages', 'logs', 'backups'] as const;

const explanationOf = ({ explains }: ExportFile, language: Language): string =>
  explains?.(language) ?? '';

function readme(wanted: string, madeAt: Date, files: readonly ExportFile[]): string {
  const { t, language } = dataRightsTexts.in(wanted);
  const title = t('archive.title');
  const explained = files.map((file) => `${file.name}.json\n    ${explanationOf(file, language)}`);
  return [
    title,
    '='.repeat(title.length),
    '',
    t('archive.made', { when: formatMoment({ language }, madeAt) }),
    '',
    t('archive.format'),
    '',
    ...explained.flatMap((file) => [file, '']),
    `index.json\n    ${t('archive.index')}`,
    '',
    t('archive.missing'),
    ...notInside.map((what) => `- ${t(`archive.not_inside.${what}`)}`),
    '',
    t('archive.gone', { count: dataRightsLimits.exportDays }),
    '',
  ].join('\r\n');
}
