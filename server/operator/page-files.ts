import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, type Language } from '../../contracts/base/languages';
import { isPlainText } from '../../contracts/base/fields';
import { operatorPages, type OperatorPageName } from '../../contracts/operator/operator';

export interface OperatorPageFile {
  name: OperatorPageName;
  language: Language;
  /** The SHA-256 of the text, in hexadecimal. */
  version: string;
  body: string;
}
/**
 * The result of reading a page's file. `later`: the file was changed just now, so the operator may
 * still be writing it.
 */
export type OperatorPageFileResult =
  | { file: string; page: OperatorPageFile }
  | { file: string; refused: string }
  | { file: string; later: true };

const largestBytes = 200_000;
/**
 * For how many milliseconds a file must have been unchanged before it is read, because editors and
 * copy programs write files in pieces.
 */
const quietMs = 2_000;
const named = new RegExp(`^(${operatorPages.join('|')})(?:\\.([A-Za-z-]+))?\\.md$`);

/**
 * The language of files without a language in their names, such as `privacy.md`. Readers get these
 * files if no file has their own language.
 */
export const operatorPageFallbackLanguage: Language = 'en';

/**
 * Reads the pages in a folder: `privacy.md`, `terms.md`, `mission.md` and `people.md` in English,
 * and `privacy.de.md` … in other languages. Other files are ignored.
 * @param now milliseconds since 1970, by the clock of the machine that has the files
 * @throws Error of the file system; a missing folder counts as empty
 */
export async function readPageFiles(
  folder: string,
  now: number,
): Promise<OperatorPageFileResult[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const found = await Promise.all(
    files.sort().map(async (file) => {
      const [, name, tag] = named.exec(file) ?? [];
      return name === undefined ? null : read(folder, file, name as OperatorPageName, tag, now);
    }),
  );
  return found.filter((one) => one !== null);
}

async function read(
  folder: string,
  file: string,
  name: OperatorPageName,
  tag: string | undefined,
  now: number,
): Promise<OperatorPageFileResult | null> {
  const language =
    tag === undefined
      ? operatorPageFallbackLanguage
      : languages.find((l) => l.toLowerCase() === tag.toLowerCase());
  if (!language) return { file, refused: `${tag} is no language of the interface` };
  const path = join(folder, file);
  const facts = await stat(path).catch(() => null);
  // The file was in the listing of the folder, but was removed before it could be read.
  if (!facts) return null;
  if (!facts.isFile()) return { file, refused: 'is no file' };
  if (facts.size > largestBytes) return { file, refused: `is larger than ${largestBytes} bytes` };
  if (now - facts.mtimeMs < quietMs) return { file, later: true };
  const bytes = await readFile(path).catch(() => null);
  if (!bytes) return { file, refused: 'cannot be read' };
  const body = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
  if (body === '') return { file, refused: 'is empty' };
  if (!isPlainText(body) || body.includes('\ufffd')) return { file, refused: 'is no UTF-8 text' };
  const version = createHash('sha256').update(body).digest('hex');
  return { file, page: { name, language, version, body } };
}
