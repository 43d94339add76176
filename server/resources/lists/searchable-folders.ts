import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { visibleFoldersCte } from './folder-rows.sql';

@Injectable()
export class SearchableFolders {
  constructor(private readonly source: DataSource) {}

  /**
   * Returns the ids of the folders that a search of the account covers.
   * @param from a folder that the account may see, which is searched with all folders below it;
   * null for all folders of the account and all that others share with it
   */
  async ids(accountId: string, from: string | null): Promise<string[]> {
    const rows: { id: string }[] =
      from === null
        ? await this.source.query(`WITH RECURSIVE ${visibleFoldersCte} SELECT seen.id FROM seen`, [
            accountId,
          ])
        : await this.source.query(
            `WITH RECURSIVE below AS (
               SELECT $1::uuid AS id
               UNION ALL
               SELECT f.id FROM below b
                 JOIN research.resource f ON f.parent_id = b.id AND f.kind = 'folder' AND f.deleted_at IS NULL)
             SELECT below.id FROM below`,
            [from],
          );
    return rows.map(({ id }) => id);
  }
}
