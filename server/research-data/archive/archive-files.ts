import { createHash } from 'node:crypto';
import type { ZipArchive, ArchiveFileContent } from '../../platform/storage/archive';
import type { ZipCompression } from '../../platform/storage/zip-entry';
import { exactJsonFileText, jsonFileText } from '../columns/json-text.rule';

/**
 * Texts are converted to bytes in chunks of this many characters; each chunk is hashed and added to
 * the archive.
 */
const pieceLength = 200_000;

/** A file of an archive as listed in its manifest. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Adds files to an archive, and records the size and the hash of each for the manifest. */
export class ArchiveFilesWriter {
  readonly named: ArchivedFile[] = [];

  constructor(private readonly archive: ZipArchive) {}

  async add(
    name: string,
    content: ArchiveFileContent,
    packing: ZipCompression = 'all',
  ): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* noted() {
      for await (const piece of inBytes(content)) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    }
    await this.archive.add(name, noted(), packing);
    this.named.push({ name, bytes, sha256: hash.digest('hex') });
  }

  addJson(name: string, value: unknown): Promise<void> {
    return this.add(name, [jsonFileText(value)]);
  }
  /**
   * Adds a JSON file. Unlike `addJson`, it replaces no characters, because an installation that
   * imports a bundle must get the texts unchanged.
   */
  addExactJson(name: string, value: unknown): Promise<void> {
    return this.add(name, [exactJsonFileText(value)]);
  }
}

async function* inBytes(content: ArchiveFileContent): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const piece of content) {
    const isText = typeof piece === 'string';
    if (isText) text += piece;
    if (text.length >= pieceLength || (!isText && text !== '')) {
      yield Buffer.from(text);
      text = '';
    }
    if (!isText) yield piece;
  }
  if (text !== '') yield Buffer.from(text);
}
