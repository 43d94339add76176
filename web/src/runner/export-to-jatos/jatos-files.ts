import type { FileProblem } from '../messages';
import type { Jatos } from './jatos-api';
import { JatosRefusal, type JatosSender } from './sender';

/**
 * Returns a name under which JATOS accepts a file: characters that JATOS refuses are replaced, and
 * a name that is already taken gets a number, since JATOS would overwrite that file.
 */
export function jatosFileName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(-100) || 'file';
  const dot = plain.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  let stored = plain;
  for (let n = 2; taken.has(stored); n++) stored = `${stem}-${n}${ending}`;
  return stored;
}

const refused = (code: FileProblem, reason: string) => Object.assign(new Error(reason), { code });

/** The files of a run, stored as result files of its component in JATOS. */
export class JatosFiles {
  private readonly taken = new Set<string>();
  /** For each file name that the study uses: the name under which JATOS has the newest file. */
  private readonly stored = new Map<string, string>();

  constructor(
    private readonly jatos: Jatos,
    private readonly sender: JatosSender,
    private readonly event: (value: Readonly<Record<string, unknown>>) => Promise<void>,
  ) {}

  async keep(name: string, blob: Blob): Promise<void> {
    if (blob.size === 0) throw refused('file_empty', 'the file has no bytes');
    const stored = jatosFileName(name, this.taken);
    this.taken.add(stored);
    this.stored.set(name, stored);
    if (stored !== name) void this.event({ type: 'file', name, stored_as: stored });
    try {
      await this.sender.upload(() => this.jatos.uploadResultFile(blob, stored));
    } catch (error) {
      const isTooLarge = error instanceof JatosRefusal && error.status === 413;
      throw isTooLarge
        ? refused('file_too_large', 'the file is larger than this JATOS takes')
        : refused('unreadable', String(error));
    }
  }

  async read(name: string): Promise<Blob | null> {
    await this.sender.drained();
    const stored = this.stored.get(name) ?? jatosFileName(name, new Set());
    return new Promise((resolve) => {
      this.jatos
        .downloadResultFile(stored)
        // JATOS returns the parsed content of a file with text or JSON, so this code makes a file
        // from that content again.
        .done((value) =>
          resolve(
            value instanceof Blob
              ? value
              : new Blob([typeof value === 'string' ? value : JSON.stringify(value)]),
          ),
        )
        .fail(() => resolve(null));
    });
  }
}
