import { limits } from '../../contracts/limits';
import type { Held } from '../../server/data-rights/held.read';
import { fileNames, type FileName } from '../../server/data-rights/holdings';
import { moment } from '../mail/mail-texts';
import { Archive } from './archive';
import { exportTexts } from './export-words';

export interface Copy {
  accountId: string;
  language: string;
  madeAt: Date;
  read: (file: FileName) => Promise<Held>;
  /** After each file. @throws whatever shall end the work. */
  onProgress: (percent: number) => Promise<void>;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const recordsIn = (held: Held) => Object.values(held).reduce((sum, rows) => sum + rows.length, 0);

/** The ZIP: a file for each kind of thing that is held, `index.json` for programs and `README.txt` for people. */
export async function makeCopy({ accountId, language, madeAt, read, onProgress }: Copy): Promise<Buffer> {
  const { texts, language: tongue } = exportTexts(language);
  const archive = new Archive(madeAt);
  const index: { name: string; explains: string; records: number }[] = [];
  await archive.add('README.txt', readme(language, madeAt));
  for (const [i, file] of fileNames.entries()) {
    const held = await read(file);
    await archive.add(`${file}.json`, json(held));
    index.push({ name: `${file}.json`, explains: texts.files[file], records: recordsIn(held) });
    await onProgress(Math.round(((i + 1) / (fileNames.length + 1)) * 100));
  }
  await archive.add('index.json', json({ format: 1, made_at: madeAt.toISOString(), account_id: accountId, language: tongue, files: index, not_inside: texts.notInside }));
  return archive.end();
}

function readme(language: string, madeAt: Date): string {
  const { texts, language: tongue } = exportTexts(language);
  const when = moment(tongue, madeAt);
  const files = fileNames.map((file) => `${file}.json\n    ${texts.files[file]}`);
  return [
    texts.title, '='.repeat(texts.title.length), '', texts.made(when), '', texts.format, '', ...files.flatMap((file) => [file, '']), `index.json\n    ${texts.index}`, '',
    texts.missing, ...texts.notInside.map((what) => `- ${what}`), '', texts.gone(limits.exportDays), '',
  ].join('\r\n');
}
