import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/db/unit-of-work';
import { Storage } from '../../platform/storage/storage';
import { filesBySize } from '../../study-files/versions/version-files';
import { comparableText } from './rare.rule';

/**
 * `characters`: how many characters of a version are read at most. The smallest files are read
 * first, since a study's own files are smaller than libraries. `versions`: how many versions are in
 * memory at most.
 */
const most = { characters: 4_000_000, versions: 4 } as const;
const isText = /^text\/|json|javascript|xml|csv/;

interface Text {
  readonly text: string;
  /** Results of earlier searches, cached because the same stimuli occur in each run. */
  readonly found: Map<string, boolean>;
}

/**
 * Searches the text files of study versions: a value that the study's author wrote there does not identify a browser.
 */
@Injectable()
export class VersionTextSearch {
  private readonly known = new Map<string, Text>();

  constructor(private readonly storage: Storage) {}

  /** @returns the values that do not occur in the version's files */
  async notIn<Value extends { readonly text: string }>(
    tx: Transaction,
    versionId: string | null,
    values: readonly Value[],
  ): Promise<readonly Value[]> {
    if (versionId === null || values.length === 0) return values;
    const { text, found } = await this.textOf(tx, versionId);
    return values.filter((value) => {
      const isThere = found.get(value.text) ?? text.includes(value.text);
      if (isThere) found.set(value.text, true);
      return !isThere;
    });
  }

  private async textOf(tx: Transaction, versionId: string): Promise<Text> {
    const known = this.known.get(versionId);
    if (known) return known;
    const files = await filesBySize(tx, versionId);
    let text = files.map(({ path }) => path).join('\n');
    for (const { sha256, mime, bytes } of files) {
      if (!isText.test(mime) || text.length + bytes > most.characters) continue;
      const content = await this.storage.bytes(sha256);
      if (!content) continue;
      const parts: Buffer[] = [];
      for await (const part of content) parts.push(part as Buffer);
      text += `\n${Buffer.concat(parts).toString('utf8')}`;
    }
    const all = { text: comparableText(text), found: new Map<string, boolean>() };
    this.known.set(versionId, all);
    const [oldest] = this.known.keys();
    if (this.known.size > most.versions && oldest !== undefined) this.known.delete(oldest);
    return all;
  }
}
