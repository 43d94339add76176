import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CAPABILITIES } from '../../platform/capabilities-token';
import type { Capabilities } from '../../platform/context/capabilities';
import { mayOnStudySql } from '../study.policy';

declare module '../../platform/context/context' {
  interface Context {
    /**
     * SELECT statements with which a context finds the studies that use certain files. `$1::text[]`
     * contains the SHA-256 of the contents of these files. The columns are `study_id, path,
     * sha256`; `path` is the file name that people of the study see.
     */
    readonly contentUses?: readonly string[];
  }
}

export interface ContentUse {
  study_id: string;
  title: string;
  path: string;
  sha256: string;
}

/**
 * Finds the studies that use given contents, by running the SELECT statements that all contexts
 * declare for this.
 */
@Injectable()
export class ContentUsesRead {
  constructor(
    @Inject(CAPABILITIES) private readonly capabilities: Pick<Capabilities, 'contexts'>,
    private readonly source: DataSource,
  ) {}

  /**
   * Finds uses in studies in which the account has a role. Uses in other studies would reveal that
   * other people have files with the same bytes.
   * @returns the uses, ordered by title and path
   */
  async of(hashes: readonly string[], accountId: string): Promise<ContentUse[]> {
    const uses = this.capabilities.contexts.flatMap(({ contentUses = [] }) => contentUses);
    const found: ContentUse[] = await this.source.query(
      `SELECT st.id AS study_id, st.title, used.path, used.sha256
       FROM (${uses.join('\nUNION ')}) AS used (study_id, path, sha256)
       JOIN research.study st ON st.id = used.study_id
       WHERE ${mayOnStudySql('read', 'st', '$2::uuid')}
       ORDER BY st.title, st.id, used.path COLLATE "C", used.sha256`,
      [hashes, accountId],
    );
    return found;
  }
}
