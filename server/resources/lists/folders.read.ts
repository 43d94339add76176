import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ResourceFolder } from '../../../contracts/resources/files';
import { DomainError } from '../../platform/errors/errors';
import { binFoldersSql, oneFolderSql, visibleFoldersSql } from './folder-rows.sql';
import { AccountRootFolder } from './own-root';

interface Row extends Omit<ResourceFolder, '_id' | 'may' | 'updated_at' | 'deleted_at'> {
  id: string;
  may: number;
  updated_at: Date;
  deleted_at: Date | null;
}

/**
 * What an account may do with a folder: the column `may` (folder-rows.sql.ts) is an index into this
 * list.
 */
const may = ['read', 'copy', 'change'] as const;

@Injectable()
export class FoldersRead {
  constructor(
    private readonly source: DataSource,
    private readonly root: AccountRootFolder,
  ) {}

  /**
   * Returns all folders of the account, its root folder first, and those that others share with it.
   */
  async all(accountId: string): Promise<ResourceFolder[]> {
    await this.root.of(accountId);
    const rows: Row[] = await this.source.query(visibleFoldersSql, [accountId]);
    return rows.map(viewOf);
  }

  /** Returns the folders that the account itself put into the bin, the most recent first. */
  async ofBin(accountId: string): Promise<ResourceFolder[]> {
    const rows: Row[] = await this.source.query(binFoldersSql, [accountId]);
    return rows.map(viewOf);
  }

  /**
   * Reads a folder of the account.
   * @throws DomainError not_found
   */
  async own(id: string, accountId: string): Promise<ResourceFolder> {
    const [row]: Row[] = await this.source.query(oneFolderSql, [accountId, id]);
    if (!row) throw new DomainError('not_found');
    return viewOf(row);
  }
}

const viewOf = ({ id, updated_at, deleted_at, ...row }: Row): ResourceFolder => ({
  ...row,
  _id: id,
  may: may[row.may] ?? 'read',
  updated_at: updated_at.toISOString(),
  deleted_at: deleted_at?.toISOString() ?? null,
});
