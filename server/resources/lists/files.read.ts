import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { isPlainText } from '../../../contracts/base/fields';
import type { listFiles, ResourceFile, ResourceVersion } from '../../../contracts/resources/files';
import { resourcesLimits } from '../../../contracts/resources/limits';
import { nameComparisonKey } from '../../../contracts/resources/resource-name.rule';
import { badField, DomainError } from '../../platform/errors/errors';
import { pageOfRows } from '../../platform/http/cursor';
import { FileUrls } from '../../platform/storage/storage-url';
import { ContentUsesRead } from '../../studies/contents/content-uses.read';
import { findVisibleResource, findVisibleOutsideBin } from '../model/visible-resource';
import {
  fileCountSql,
  oneFileSql,
  filesPageSql,
  type FileListScope,
  type FileSorting,
} from './file-rows.sql';
import { toResourceFile, toResourceVersion, type FileRow, type VersionRow } from './file-view';
import { readPosition, type ListPosition } from './list-position';
import { AccountRootFolder } from './own-root';
import { SearchableFolders } from './searchable-folders';

type Query = EndpointInput<typeof listFiles>['query'];
/** Which files are listed: `of` and `text` are the parameters $1 and $2 of the statements. */
interface Listed {
  readonly scope: FileListScope;
  readonly of: readonly string[];
  readonly text: string | null;
}

@Injectable()
export class FilesRead {
  constructor(
    private readonly source: DataSource,
    private readonly urls: FileUrls,
    private readonly root: AccountRootFolder,
    private readonly folders: SearchableFolders,
    private readonly uses: ContentUsesRead,
  ) {}

  /**
   * Reads a page of a folder, of a search, or of the bin.
   * @throws DomainError not_found; validation_failed if the cursor belongs to a list with a
   * different order, or if the search text is empty
   */
  async page(query: Query, accountId: string) {
    const listed = await this.listed(query, accountId);
    const sort: FileSorting = query.sort ?? (listed.scope === 'bin' ? '-deleted_at' : 'name');
    const limit = query.limit ?? resourcesLimits.pageSize;
    const after = readPosition(query.cursor, sort);
    const [rows, count] = await Promise.all([
      this.rows(listed, sort, after, limit + 1),
      this.count(listed),
    ]);
    const { items, next_cursor } = pageOfRows(rows, limit, ({ at, name_key, id }) => ({
      sort,
      at,
      name: name_key,
      id,
    }));
    return { items: items.map((row) => toResourceFile(this.urls, row)), next_cursor, count };
  }

  /**
   * Reads a file as the account may see it.
   * @throws DomainError not_found
   */
  async one(id: string, accountId: string): Promise<ResourceFile> {
    await findVisibleResource(this.source.manager, { id, kind: 'file' }, accountId);
    const [row]: FileRow[] = await this.source.query(oneFileSql, [id]);
    if (!row) throw new DomainError('not_found');
    return toResourceFile(this.urls, row);
  }

  /**
   * Reads a file like `one`, and lists those studies of the account that use any version of it.
   * @throws DomainError not_found
   */
  async withUses(id: string, accountId: string) {
    const file = await this.one(id, accountId);
    const versions = await this.versionRows(id);
    // `versionRows` returns the oldest version first, so if several versions have equal content,
    // the number of the newest one remains in the map.
    const numbers = new Map(versions.map(({ sha256, number }) => [sha256, number]));
    const uses = await this.uses.of([...numbers.keys()], accountId);
    return {
      ...file,
      uses: uses.map(({ study_id, title, path, sha256 }) => ({
        study_id,
        title,
        path,
        version: numbers.get(sha256) ?? file.version,
      })),
    };
  }

  /**
   * The versions, the newest first. A reader of a shared file sees only the newest version, since
   * its owner may have made it to remove something, such as the location where a picture was taken.
   * @throws DomainError not_found
   */
  async versions(id: string, accountId: string): Promise<ResourceVersion[]> {
    const { name, may } = await findVisibleResource(
      this.source.manager,
      { id, kind: 'file' },
      accountId,
    );
    const rows = (await this.versionRows(id)).reverse();
    const shown = may === 'change' ? rows : rows.slice(0, 1);
    return shown.map((row) => toResourceVersion(this.urls, name, row));
  }

  private async listed({ folder, text, bin }: Query, accountId: string): Promise<Listed> {
    if (text !== undefined && !isPlainText(text)) throw badField('text', 'invalid_text');
    const key = text === undefined ? '' : nameComparisonKey(text.trim());
    if (bin) return { scope: 'bin', of: [accountId], text: key || null };
    if (folder !== undefined)
      await findVisibleOutsideBin(this.source.manager, { id: folder, kind: 'folder' }, accountId);
    if (key !== '')
      return {
        scope: 'search',
        of: await this.folders.ids(accountId, folder ?? null),
        text: key,
      };
    return { scope: 'folder', of: [folder ?? (await this.root.of(accountId))], text: null };
  }

  private rows(
    { scope, of, text }: Listed,
    sort: FileSorting,
    after: ListPosition | null,
    limit: number,
  ): Promise<(FileRow & { at: string })[]> {
    return this.source.query(filesPageSql(scope, sort), [
      of,
      text,
      after?.at ?? null,
      after?.name ?? null,
      after?.id ?? null,
      limit,
    ]);
  }

  private async count({ scope, of, text }: Listed): Promise<number> {
    const [found]: { count: number }[] = await this.source.query(fileCountSql(scope), [of, text]);
    return found?.count ?? 0;
  }

  private versionRows(id: string): Promise<VersionRow[]> {
    return this.source.query(
      `SELECT number, sha256, bytes, type, state, facts, thumbnail_sha256, created_at
       FROM research.resource_version WHERE resource_id = $1 ORDER BY number`,
      [id],
    );
  }
}
