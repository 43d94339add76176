import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type Options, type ZipFile } from 'yauzl';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import { DomainError } from '../../platform/errors/errors';
import {
  judgeArchive,
  studyArchiveLimits,
  type ArchiveEntry,
  type ArchiveFault,
  type ArchiveLimits,
  type ArchiveNotes,
} from './archive.rule';
import { decodeEntryName } from './entry-name';

/** How many files of an archive are unpacked at the same time. */
const atOnce = 4;
const localHeaderBytes = 30;

export interface UnpackedArchive<T> {
  files: { path: string; value: T }[];
  archiveNotes: ArchiveNotes;
}

const refused = (faults: ArchiveFault[]) =>
  new DomainError('archive_refused', {}, { fields: faults.map(shown) });
/**
 * Converts a fault to a field error. The name of an entry may have any length and any characters,
 * so unprintable characters are replaced and long names are cut.
 */
const shown = ({ path, code }: ArchiveFault) => ({
  path: path.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}').slice(0, studyFilesLimits.studyFilePath),
  code,
});
const broken = () => refused([{ path: '', code: 'archive_broken' }]);

/**
 * Converts an error of the ZIP reader to a refusal of the archive. Errors of the disk, and
 * refusals, stay as they are.
 */
const asRefusal = (error: unknown): unknown =>
  error instanceof DomainError || typeof (error as { syscall?: unknown }).syscall === 'string'
    ? error
    : broken();

interface Read extends ArchiveEntry {
  of: Entry;
}
/**
 * Returns the Unix mode of a file: the upper half of the attributes, in archives made on Unix (3) or
 * macOS (19); else 0.
 */
const modeOf = ({ versionMadeBy, externalFileAttributes }: Entry) =>
  [3, 19].includes(versionMadeBy >> 8) ? externalFileAttributes >>> 16 : 0;

const read = (entry: Entry): Read => ({
  of: entry,
  // Backslashes in names stay here. Whether they separate folders is known only when all names have
  // been read (archive.rule.ts).
  ...decodeEntryName({
    bytes: entry.fileNameRaw,
    saysUtf8: (entry.generalPurposeBitFlag & 0x800) !== 0,
    extraFields: entry.extraFields,
  }),
  checksum: entry.crc32,
  encrypted: entry.isEncrypted(),
  method: entry.compressionMethod,
  compressedBytes: entry.compressedSize,
  bytes: entry.uncompressedSize,
  mode: modeOf(entry),
  offset: entry.relativeOffsetOfLocalHeader,
  span: localHeaderBytes + entry.fileNameLength + entry.compressedSize,
});

async function entriesOf(zip: ZipFile, mostFiles: number): Promise<Read[]> {
  // Folders are entries, too, so an archive may have more entries than files. An entry takes almost
  // no space, so even a small archive may have very many. Reading stops at this limit.
  const most = 4 * mostFiles;
  const entries: Read[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entries.length === most) throw refused([{ path: '', code: 'archive_too_many_files' }]);
    entries.push(read(entry));
  }
  return entries;
}

/**
 * Passes an entry's bytes on. Fails as soon as there are more than the archive states, or at the
 * end if size or checksum differ.
 */
function compared({ of, name, bytes }: Read): Transform {
  let seen = 0;
  let sum = 0;
  const fault = (code: ArchiveFault['code']) => refused([{ path: name, code }]);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length;
      if (seen > bytes) return done(fault('archive_size'));
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      if (seen !== bytes) return done(fault('archive_size'));
      done(sum === of.crc32 ? null : fault('archive_checksum'));
    },
  });
}

/**
 * Reads ranges of a file with streams of Node. The streams that yauzl itself makes (fd-slicer)
 * throw an uncatchable error, which ends the process, if one of them is destroyed while another one
 * reads.
 */
class FileRanges extends yauzl.RandomAccessReader {
  constructor(private readonly path: string) {
    super();
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return start < end ? createReadStream(this.path, { start, end: end - 1 }) : Readable.from([]);
  }
}

const openedBy = (reader: FileRanges, bytes: number, options: Options): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    yauzl.fromRandomAccessReader(reader, bytes, { ...options, lazyEntries: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  );

async function contentOf(zip: ZipFile, entry: Read): Promise<Readable> {
  const from = await zip.openReadStreamPromise(entry.of);
  const to = compared(entry);
  // Without a listener, an error of this stream would end the process. The reader of the stream
  // gets the error, too.
  to.on('error', () => undefined);
  from.once('error', () => to.destroy(broken()));
  to.once('close', () => from.destroy());
  return from.pipe(to);
}

/**
 * Unpacks a ZIP archive: passes the content of each file to `take`, a few files at a time. Stops at
 * the first file whose content differs from what the archive states.
 * @param path the path of the archive on disk. A stream would not do, since entries are not read in
 * order
 * @throws DomainError archive_refused with the entry's name and a code for each fault
 */
export async function unpackArchive<T>(
  path: string,
  archiveBytes: number,
  take: (content: AsyncIterable<Uint8Array>) => Promise<T>,
  most: ArchiveLimits = studyArchiveLimits,
): Promise<UnpackedArchive<T>> {
  // Turns off yauzl's check of the sizes: `compared` checks them, and its errors name the entry.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await openedBy(new FileRanges(path), archiveBytes, options).catch(
    (error: unknown) => {
      throw asRefusal(error);
    },
  );
  try {
    const judged = judgeArchive(await entriesOf(zip, most.files), archiveBytes, most);
    if (judged.faults) throw refused(judged.faults);
    const { files, archiveNotes } = judged;
    const values = new Map<string, T>();
    let next = 0;
    let stopped = false;
    const work = async () => {
      for (let file = files[next++]; file && !stopped; file = files[next++])
        values.set(file.path, await take(await contentOf(zip, file.entry)));
    };
    const results = await Promise.allSettled(
      Array.from({ length: atOnce }, () =>
        work().catch((error: unknown) => {
          stopped = true;
          throw error;
        }),
      ),
    );
    const failure = results.find((one) => one.status === 'rejected');
    if (failure) throw failure.reason;
    return {
      files: files.map((file) => ({ path: file.path, value: values.get(file.path) as T })),
      archiveNotes,
    };
  } catch (error) {
    throw asRefusal(error);
  } finally {
    zip.close();
  }
}
