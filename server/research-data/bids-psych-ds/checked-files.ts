import type { ArchiveFileContent } from '../../platform/storage/archive';
import type { DatasetCheck, StandardFault } from './dataset-file.rule';
import type { CsvReader, TsvReader } from './table-reader.rule';
import { jsonFileText } from '../columns/json-text.rule';
import type { ArchiveFilesWriter } from '../archive/archive-files';

/**
 * Thrown if the dataset breaks a rule of its standard. The export fails and is not retried, since another attempt
 * would make the same dataset.
 */
export class StandardViolation extends Error {
  constructor(readonly faults: readonly StandardFault[]) {
    super(
      `the dataset breaks its standard: ${[...new Set(faults.map(({ code }) => code))].join()}`,
    );
  }
}

type Reader = CsvReader | TsvReader;

/**
 * Adds files to a dataset, and checks each one against the dataset's standard while it is written.
 */
export class DatasetFilesWriter {
  constructor(
    private readonly files: ArchiveFilesWriter,
    private readonly check: DatasetCheck,
    private readonly readerFor: (path: string) => Reader,
  ) {}

  async addTable(path: string, content: ArchiveFileContent): Promise<void> {
    const reader = this.readerFor(path);
    await this.files.add(
      path,
      seen(content, (text) => reader.push(text)),
    );
    const table = reader.end();
    this.check.add({ path, isEmpty: table.header.length === 0, table });
  }

  async addJson(path: string, value: unknown): Promise<void> {
    const text = jsonFileText(value);
    await this.files.add(path, [text]);
    this.check.add({ path, isEmpty: false, json: JSON.parse(text) as unknown });
  }

  async addText(path: string, text: string): Promise<void> {
    await this.files.add(path, [text]);
    this.check.add({ path, isEmpty: text.trim() === '' });
  }

  /** Called after the last file was added. @throws StandardViolation */
  mustBeValid(): void {
    const faults = this.check.faults();
    if (faults.length > 0) throw new StandardViolation(faults);
  }
}

async function* seen(
  content: ArchiveFileContent,
  see: (text: string) => void,
): AsyncGenerator<string | Uint8Array> {
  for await (const piece of content) {
    if (typeof piece === 'string') see(piece);
    yield piece;
  }
}
