import { FileRecord } from '../../../contracts/runtime/run-files';
import { parseExactJson } from '../record-format/json.rule';

/**
 * The file extensions that a neutral name keeps. All others are left out: the study's code chose
 * them, and may have written a time into one.
 */
const endings = new Set(
  (
    'webm weba ogg oga ogv opus mp3 mp4 m4a m4v mov mkv avi wav flac aac png jpg jpeg gif webp svg heic ' +
    'pdf txt csv tsv json jsonl ndjson xml html log zip gz tar xlsx edf xdf bdf bin dat mat npy'
  ).split(' '),
);
function endingOf(name: string): string {
  const ending = /\.([^.]{1,6})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return endings.has(ending) ? `.${ending}` : '';
}
/**
 * Whether a file name is replaced wherever it occurs in other records. It must have characters
 * other than letters and blanks: a name of letters alone could also be an answer.
 */
const isOnlyName = (name: string): boolean => /[^\p{L}\p{M}\s]/u.test(name);

/**
 * Replaces the names of a run's files in an anonymous session, since a study may write the time of
 * the recording into a name, in any format. A neutral name is the number of the file in the order of
 * the hashes. This order reveals nothing, and gives the same names in lists, exports and records.
 */
export class NeutralFileNames {
  private readonly places: ReadonlyMap<string, number>;
  private readonly names = new Map<string, string>();

  /** @param hashes of all files of the run, in hexadecimal digits */
  constructor(hashes: Iterable<string>) {
    const inOrder = [...new Set(hashes)].sort();
    this.places = new Map(inOrder.map((sha256, n) => [sha256, n + 1]));
  }

  nameOf({ sha256, name }: { readonly sha256: string; readonly name: string }): string {
    return `file-${this.places.get(sha256) ?? 0}${endingOf(name)}`;
  }

  /**
   * The neutral name for each file name in the records that were read so far. If several files
   * share a name, it is the neutral name of the file that was announced last.
   */
  get ofRecords(): ReadonlyMap<string, string> {
    return this.names;
  }

  /**
   * Changes the record that announces a file.
   * @returns its data with the neutral name, which replaces the name in later records too
   */
  announced(data: string): string {
    const file = fileOf(data);
    if (!file) return data;
    const name = this.nameOf(file);
    if (isOnlyName(file.name)) this.names.set(file.name, name);
    return JSON.stringify({ ...file, name });
  }
}

const fileOf = (data: string): FileRecord | undefined =>
  FileRecord.safeParse(parseExactJson(data)).data;

/** Returns the hashes of the files that these records announce. */
export const announcedHashes = (
  records: readonly { readonly kind: string; readonly data: string }[],
): string[] =>
  records.flatMap(({ kind, data }) => {
    const file = kind === 'file' ? fileOf(data) : undefined;
    return file ? [file.sha256] : [];
  });
