import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { fileStates } from '../../../contracts/resources/files';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { sharedFoldersSql } from '../model/shared-folders.sql';

/**
 * A file whose content is to be copied into a study, and the number of the version; without a
 * number, the newest version is copied.
 */
export interface FileVersionChoice {
  readonly file_id: string;
  readonly version?: number | undefined;
}
/** A version of a file, with the hash of its content. */
export interface CopyableFileVersion {
  readonly file_id: string;
  readonly name: string;
  readonly version: number;
  readonly newest: number;
  readonly sha256: string;
  /** The hash of the newest version. */
  readonly newest_sha256: string;
  readonly bytes: number;
  readonly type: ResourceFileType;
  readonly state: (typeof fileStates)[number];
}

/**
 * SQL: selects the chosen versions, but only if the account may read them, or may copy them if
 * `right` is `copy`. $1: the account; $2 and $3: ids of files and numbers of their versions (null
 * for the newest).
 */
const statement = (right: 'read' | 'copy') => `
  WITH RECURSIVE ${sharedFoldersSql('$1::uuid')},
  line AS (
    SELECT r.id AS file_id, r.id, r.parent_id, r.deleted_at FROM research.resource r
    WHERE r.id = ANY($2::uuid[]) AND r.kind = 'file'
    UNION ALL
    SELECT l.file_id, p.id, p.parent_id, p.deleted_at FROM line l
      JOIN research.resource p ON p.id = l.parent_id)
  SELECT r.id AS file_id, r.name, v.number AS version, r.newest, v.sha256, v.bytes::float8 AS bytes, v.type, v.state,
    n.sha256 AS newest_sha256
  FROM unnest($2::uuid[], $3::int[]) AS asked (file_id, version)
  JOIN research.resource r ON r.id = asked.file_id AND r.kind = 'file'
  JOIN research.resource_version v ON v.resource_id = r.id AND v.number = coalesce(asked.version, r.newest)
  JOIN research.resource_version n ON n.resource_id = r.id AND n.number = r.newest
  WHERE NOT EXISTS (SELECT FROM line l WHERE l.file_id = r.id AND l.deleted_at IS NOT NULL)
    AND (r.owner_id = $1::uuid OR EXISTS (
      SELECT FROM line l JOIN shared s ON s.folder_id = l.id
      WHERE l.file_id = r.id ${right === 'copy' ? 'AND s.copies AND v.number = r.newest' : ''}))`;

/**
 * Locks the rows, so that neither a file nor its version can be deleted before the transaction
 * ends; waits for a deletion that is in progress.
 */
const held = ' FOR KEY SHARE OF r, v';

/**
 * Reads resource files whose contents may be copied into a study
 * (contracts/study-files/copied-resources.ts).
 */
@Injectable()
export class CopyableFilesRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Returns the chosen versions, in the given order. The account may choose any version of its own
   * files, and the newest version of other people's files that it may copy.
   * @param tx locks the versions until this transaction ends. To prevent deadlocks, the caller must
   * already hold the storage lock of the study's owner (`StudyStorage.within`): a deletion also
   * takes this lock first, and then locks the versions.
   * @throws DomainError not_found, still_checked, infected
   */
  async contents(
    account: string,
    asked: readonly FileVersionChoice[],
    tx?: Transaction,
  ): Promise<CopyableFileVersion[]> {
    const found = await this.rows('copy', account, asked, tx);
    const byKey = new Map(
      found.flatMap(
        (file) =>
          [
            [`${file.file_id} ${file.version}`, file],
            ...(file.version === file.newest ? [[file.file_id, file] as const] : []),
          ] as const,
      ),
    );
    return asked.map(({ file_id, version }) => {
      const file = byKey.get(version === undefined ? file_id : `${file_id} ${version}`);
      if (!file) throw new DomainError('not_found');
      if (file.state === 'checking') throw new DomainError('still_checked');
      if (file.state === 'quarantined') throw new DomainError('infected');
      return file;
    });
  }

  /** Returns the chosen versions that the account may read, in any order. */
  readable(account: string, asked: readonly FileVersionChoice[]): Promise<CopyableFileVersion[]> {
    return this.rows('read', account, asked);
  }

  private rows(
    right: 'read' | 'copy',
    account: string,
    asked: readonly FileVersionChoice[],
    tx?: Transaction,
  ): Promise<CopyableFileVersion[]> {
    const values = [
      account,
      asked.map(({ file_id }) => file_id),
      asked.map(({ version }) => version ?? null),
    ];
    return tx
      ? tx.query(statement(right) + held, values)
      : this.source.query(statement(right), values);
  }
}
