import { Inject, Injectable } from '@nestjs/common';
import { CAPABILITIES } from '../platform/capabilities-token';
import type { Capabilities } from '../platform/context/capabilities';
import type { ExportFile, ExportSection, ExportedUserFile } from '../platform/context/context';
import { Secrets } from '../platform/security/secrets';
import { unwrapRows, type PagedRows, type Snapshot } from '../platform/db/snapshot';

/**
 * Reads everything that is stored about a person, one file after the other (GDPR, article 15), as
 * the contexts declare it.
 */
@Injectable()
export class PersonalDataRead {
  constructor(
    @Inject(CAPABILITIES) private readonly capabilities: Capabilities,
    private readonly secrets: Secrets,
  ) {}

  /** The files in the order in which the archive and its index contain them. */
  get files(): readonly ExportFile[] {
    return this.capabilities.exportFiles;
  }

  rows(snapshot: Snapshot, file: ExportFile, accountId: string): PagedRows[] {
    return file.sections.map((section) => ({
      name: section.name,
      pages: this.section(snapshot, section, accountId),
    }));
  }

  async *ownFiles(
    snapshot: Snapshot,
    file: ExportFile,
    accountId: string,
  ): AsyncGenerator<ExportedUserFile> {
    if (file.ownFiles) yield* file.ownFiles(snapshot, accountId, this.secrets);
  }

  private section(
    snapshot: Snapshot,
    section: ExportSection,
    accountId: string,
  ): PagedRows['pages'] {
    if ('read' in section) return section.read(snapshot, accountId, this.secrets);
    const { table, where, without } = section;
    return unwrapRows(
      snapshot.pages<{ row: object }>(
        `SELECT to_jsonb(t) - $2::text[] AS row FROM ${table} t WHERE ${where} ORDER BY t`,
        [accountId, without],
      ),
    );
  }
}
