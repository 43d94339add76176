import type { ArchiveFaultCode } from '../../../contracts/study-files/archive-faults';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import { isStudyPath } from '../../../contracts/study-files/study-path';
import { isAttribution } from '../attribution/attribution.rule';

/**
 * What an archive states about one of its entries. It is read before anything is unpacked, and may
 * be false.
 */
export interface ArchiveEntry {
  /** The decoded name of the entry; the name of a folder ends with a slash. */
  name: string;
  /** Whether the encoding of the name was guessed, since the archive does not state it. */
  guessed: boolean;
  encrypted: boolean;
  /** The compression method: 0 is stored, 8 is deflated. */
  method: number;
  /** The CRC-32 of the content, as the archive states it. */
  checksum: number;
  compressedBytes: number;
  bytes: number;
  /** The Unix mode with the file type; 0 where the archive states none. */
  mode: number;
  /**
   * `offset`: where the entry begins in the archive; `span`: the least number of bytes that it
   * takes.
   */
  offset: number;
  span: number;
}
/**
 * A reason to refuse an archive. `path`: the name of the entry that it concerns, or '' where it concerns the archive
 * as a whole.
 */
export interface ArchiveFault {
  path: string;
  code: ArchiveFaultCode;
}
export interface ArchiveFile<E> {
  path: string;
  entry: E;
}
export type ArchiveVerdict<E> =
  | { faults: ArchiveFault[] }
  | { faults: null; files: ArchiveFile<E>[]; archiveNotes: ArchiveNotes };

/**
 * What was changed or left out when this server accepted an archive. The version's report lists it.
 */
export interface ArchiveNotes {
  /** Paths of entries that were left out, since they do not belong to the study. */
  readonly leftOut: readonly string[];
  readonly notes: readonly ArchiveNote[];
}
/**
 * The notes for files that did not come from an archive, such as files from the timeline builder:
 * none.
 */
export const noArchiveNotes: ArchiveNotes = { leftOut: [], notes: [] };
/** One remark about the archive; `code` is the code of a finding in the version's report. */
export interface ArchiveNote {
  readonly code: 'name_guessed' | 'backslashes' | 'same_twice';
  /** The path of the file; empty where the note is about the archive as a whole. */
  readonly path: string;
}

/** The limits of an archive: number of files, bytes in total, bytes per file. */
export interface ArchiveLimits {
  readonly files: number;
  readonly bytes: number;
  readonly fileBytes: number;
}
export const studyArchiveLimits: ArchiveLimits = {
  files: studyFilesLimits.studyVersionFiles,
  bytes: studyFilesLimits.studyVersionBytes,
  fileBytes: studyFilesLimits.studyFileBytes,
};

/**
 * An archive counts as a zip bomb if it unpacks to more than this many bytes, and to more than this many times its
 * size.
 */
const bomb = { bytes: 20_000_000, times: 400 };
const [typeOf, regular] = [0o170000, 0o100000];
const fewFaults = 20;
const fewNames = 100;

const foldersLeftOut =
  /(^|\/)(__MACOSX|\.git|\.svn|\.hg|\$RECYCLE\.BIN|System Volume Information)\//i;
const filesLeftOut = /(^|\/)(\.DS_Store|(eh)?Thumbs\.db|desktop\.ini|Icon\r|\._[^/]*)$/i;
/**
 * Lock files that Excel and LibreOffice create while a file is open. They contain the name of the
 * person who has opened it.
 */
const officeLocks = /(^|\/)(~\$[^/]*|\.~lock\.[^/]*#)$/;
/**
 * Whether an operating system, a version control system or another program (this one included)
 * added this file. Such files do not belong to the study, and `.git` may contain files that the
 * researcher has deleted.
 */
const isLeftOut = (path: string): boolean =>
  foldersLeftOut.test(path) ||
  filesLeftOut.test(path) ||
  officeLocks.test(path) ||
  isAttribution(path);

/**
 * Returns the folder that contains all files, else ''. It is removed from their paths:
 * `study-v2/index.html` becomes `index.html`.
 */
function commonFolder(paths: readonly string[]): string {
  const top = paths[0]?.split('/')[0];
  return top !== undefined && paths.every((path) => path.startsWith(`${top}/`)) ? `${top}/` : '';
}

function faultOf(
  entry: ArchiveEntry,
  path: string,
  most: ArchiveLimits,
): ArchiveFault['code'] | null {
  if (entry.encrypted) return 'archive_encrypted';
  const kind = entry.mode & typeOf;
  if (kind !== 0 && kind !== regular) return 'archive_link';
  if (entry.method !== 0 && entry.method !== 8) return 'archive_method';
  if (!isStudyPath(path)) return 'archive_path';
  if (entry.method === 0 && entry.bytes !== entry.compressedBytes) return 'archive_size';
  return entry.bytes > most.fileBytes ? 'archive_file_too_large' : null;
}

/**
 * Finds entries that share bytes of the archive, as in zip bombs that unpack to far more than their
 * size.
 */
function overlapping(entries: readonly ArchiveEntry[]): ArchiveFault[] {
  const placed = [...entries].sort((a, b) => a.offset - b.offset);
  return placed.flatMap((entry, i) => {
    const next = placed[i + 1];
    return next && entry.offset + entry.span > next.offset
      ? [{ path: next.name, code: 'archive_overlap' as const }]
      : [];
  });
}

/**
 * Finds entries whose names are equal after Unicode normalization (NFC, NFD). If two such entries
 * have the same content, one of them is dropped: such pairs arise when a different operating system
 * adds files to the archive. All other pairs are faults.
 */
function doubled<E extends ArchiveEntry>(files: readonly ArchiveFile<E>[]) {
  const seen = new Map<string, E>();
  const kept: ArchiveFile<E>[] = [];
  const faults: ArchiveFault[] = [];
  const notes: ArchiveNote[] = [];
  for (const file of files) {
    const { path, entry } = file;
    const before = seen.get(path);
    if (!before) {
      seen.set(path, entry);
      kept.push(file);
    } else if (
      before.name !== entry.name &&
      before.bytes === entry.bytes &&
      before.checksum === entry.checksum
    )
      notes.push({ path, code: 'same_twice' });
    else faults.push({ path, code: 'archive_doubled' });
  }
  return { kept, faults, notes };
}

/**
 * Whether the archive separates folders by backslashes, as archives of .NET and PowerShell 5.1 do:
 * some names have backslashes, and none has a slash. This ignores the operating system that an
 * entry states, since programs write arbitrary values there.
 */
const hasBackslashes = (entries: readonly ArchiveEntry[]): boolean =>
  entries.some(({ name }) => name.includes('\\')) &&
  entries.every(({ name }) => !name.includes('/'));

/**
 * Returns the path of an entry. Removes the slash that JATOS before version 3.8 wrote before the name
 * of its description (`.jas`).
 */
const pathOf = (name: string): string => name.replace(/^\/(?=[^/]+\.jas$)/, '').normalize('NFC');

/**
 * Decides whether to accept an archive. Returns its files with the paths at which they will be
 * served, or the reasons to refuse it. The decision is based on what the archive states; unpack.ts
 * compares that with the content.
 * @param archiveBytes the size of the archive
 */
export function judgeArchive<E extends ArchiveEntry>(
  given: readonly E[],
  archiveBytes: number,
  most: ArchiveLimits = studyArchiveLimits,
): ArchiveVerdict<E> {
  const backslashes = hasBackslashes(given);
  const entries = backslashes
    ? given.map((entry) => ({ ...entry, name: entry.name.replaceAll('\\', '/') }))
    : given;
  const whole = (code: ArchiveFault['code']) => ({ faults: [{ path: '', code }] });
  const folders = entries.filter(({ name }) => name.endsWith('/'));
  const named = entries
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => ({ entry, path: pathOf(entry.name) }));
  const leftOut = named.filter(({ path }) => isLeftOut(path)).map(({ path }) => path);
  const files = named.filter(({ path }) => !isLeftOut(path));
  if (files.length === 0) return whole('archive_empty');
  if (files.length > most.files) return whole('archive_too_many_files');
  const bytes = files.reduce((sum, { entry }) => sum + entry.bytes, 0);
  if (bytes > most.bytes) return whole('archive_too_large');
  if (bytes > bomb.bytes && bytes > archiveBytes * bomb.times) return whole('archive_ratio');
  const { kept, faults: twice, notes } = doubled(files);
  const faults = [
    ...folders
      .filter(({ name }) => !isLeftOut(name) && !isStudyPath(name.slice(0, -1).normalize('NFC')))
      .map(({ name }) => ({ path: name, code: 'archive_path' as const })),
    ...files.flatMap(({ entry, path }) => {
      const code = faultOf(entry, path, most);
      return code ? [{ path: entry.name, code }] : [];
    }),
    ...overlapping(entries),
    ...twice,
  ];
  if (faults.length > 0) return { faults: faults.slice(0, fewFaults) };
  const top = commonFolder(kept.map(({ path }) => path));
  const shortened = (path: string) => path.slice(top.length);
  const guessed = kept.filter(({ entry }) => entry.guessed);
  return {
    faults: null,
    files: kept.map(({ entry, path }) => ({ entry, path: shortened(path) })),
    archiveNotes: {
      leftOut: leftOut.slice(0, fewNames),
      notes: [
        ...(backslashes ? [{ path: '', code: 'backslashes' as const }] : []),
        ...notes.map((note) => ({ ...note, path: shortened(note.path) })),
        ...guessed.map(({ path }) => ({ path: shortened(path), code: 'name_guessed' as const })),
      ].slice(0, fewNames),
    },
  };
}
