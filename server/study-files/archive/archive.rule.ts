import type { ArchiveCode } from '../../../contracts/base/archive-codes';
import { limits } from '../../../contracts/base/limits';
import { isStudyPath } from '../../../contracts/study-path';

/** What an archive says of one of its entries, before anything is unpacked. */
export interface ArchiveEntry {
  /** Decoded; a folder's ends with a slash. */
  name: string;
  encrypted: boolean;
  /** 0 is stored, 8 is deflated. */
  method: number;
  compressedBytes: number;
  bytes: number;
  /** The mode of Unix with the type of the file; 0 where the archive has none. */
  mode: number;
  /** Where the entry begins in the archive, and at least how many bytes it has there. */
  offset: number;
  span: number;
}
/** Why an archive is refused, by the name of the entry; the name is '' for the whole archive. */
export interface ArchiveFault {
  path: string;
  code: ArchiveCode;
}
export interface ArchiveFile<E> {
  path: string;
  entry: E;
}
export type Judged<E> =
  | { faults: ArchiveFault[] }
  | { faults: null; files: ArchiveFile<E>[]; leftOut: string[] };

/** The most that an archive may have: files, bytes of all, bytes of one. */
export interface ArchiveMost {
  readonly files: number;
  readonly bytes: number;
  readonly fileBytes: number;
}
/** Of a study's own files. */
export const studyArchive: ArchiveMost = {
  files: limits.studyVersionFiles,
  bytes: limits.studyVersionBytes,
  fileBytes: limits.studyFileBytes,
};

/** Above so many bytes, an archive that grows more than so many times is taken for a bomb. */
const bomb = { bytes: 20_000_000, times: 400 };
const [typeOf, regular] = [0o170000, 0o100000];
const fewFaults = 20;
const fewNames = 100;

/** Of systems and programs: no file of a study, and `.git` may hold what was deleted from it. */
const isLeftOut = (path: string): boolean =>
  /(^|\/)(__MACOSX|\.git|\.svn)\//.test(path) ||
  /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i.test(path);

/** A folder that has everything is no part of the paths: `study-v2/index.html` is `index.html`. */
function commonFolder(paths: readonly string[]): string {
  const top = paths[0]?.split('/')[0];
  return top !== undefined && paths.every((path) => path.startsWith(`${top}/`)) ? `${top}/` : '';
}

function faultOf(
  entry: ArchiveEntry,
  path: string,
  most: ArchiveMost,
): ArchiveFault['code'] | null {
  if (entry.encrypted) return 'archive_encrypted';
  const kind = entry.mode & typeOf;
  if (kind !== 0 && kind !== regular) return 'archive_link';
  if (entry.method !== 0 && entry.method !== 8) return 'archive_method';
  if (!isStudyPath(path)) return 'archive_path';
  if (entry.method === 0 && entry.bytes !== entry.compressedBytes) return 'archive_size';
  return entry.bytes > most.fileBytes ? 'archive_file_too_large' : null;
}

/** Entries that share bytes would be unpacked to far more than the archive's size. */
function overlapping(entries: readonly ArchiveEntry[]): ArchiveFault[] {
  const placed = [...entries].sort((a, b) => a.offset - b.offset);
  return placed.flatMap((entry, i) => {
    const next = placed[i + 1];
    return next && entry.offset + entry.span > next.offset
      ? [{ path: next.name, code: 'archive_overlap' as const }]
      : [];
  });
}

/** Names that differ only in how accents are written (NFC, NFD) are one name. */
function doubled(files: readonly ArchiveFile<ArchiveEntry>[]): ArchiveFault[] {
  const seen = new Set<string>();
  return files.flatMap(({ path }) => {
    if (seen.has(path)) return [{ path, code: 'archive_doubled' as const }];
    seen.add(path);
    return [];
  });
}

/** JATOS before version 3.8 wrote its description, and that alone, with a path from the root. */
const pathOf = ({ name }: ArchiveEntry): string =>
  name.replace(/^\/(?=[^/]+\.jas$)/, '').normalize('NFC');

/**
 * The files of an archive under the paths that they are served by, or why it is refused. Judged by
 * what the archive says; whether that is true shows when it is unpacked (unpack.ts).
 * @param archiveBytes its size
 */
export function judgeArchive<E extends ArchiveEntry>(
  entries: readonly E[],
  archiveBytes: number,
  most: ArchiveMost = studyArchive,
): Judged<E> {
  const whole = (code: ArchiveFault['code']) => ({ faults: [{ path: '', code }] });
  const folders = entries.filter(({ name }) => name.endsWith('/'));
  const named = entries
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => ({ entry, path: pathOf(entry) }));
  const leftOut = named.filter(({ path }) => isLeftOut(path)).map(({ path }) => path);
  const files = named.filter(({ path }) => !isLeftOut(path));
  if (files.length === 0) return whole('archive_empty');
  if (files.length > most.files) return whole('archive_too_many_files');
  const bytes = files.reduce((sum, { entry }) => sum + entry.bytes, 0);
  if (bytes > most.bytes) return whole('archive_too_large');
  if (bytes > bomb.bytes && bytes > archiveBytes * bomb.times) return whole('archive_ratio');
  const faults = [
    ...folders
      .filter(({ name }) => !isLeftOut(name) && !isStudyPath(name.slice(0, -1).normalize('NFC')))
      .map(({ name }) => ({ path: name, code: 'archive_path' as const })),
    ...files.flatMap(({ entry, path }) => {
      const code = faultOf(entry, path, most);
      return code ? [{ path: entry.name, code }] : [];
    }),
    ...overlapping(entries),
    ...doubled(files),
  ];
  if (faults.length > 0) return { faults: faults.slice(0, fewFaults) };
  const top = commonFolder(files.map(({ path }) => path));
  return {
    faults: null,
    files: files.map(({ entry, path }) => ({ entry, path: path.slice(top.length) })),
    leftOut: leftOut.slice(0, fewNames),
  };
}
