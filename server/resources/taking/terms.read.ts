import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { effectiveLicenceTermSql, folderLicenceTermsSql } from '../model/origin.sql';

/**
 * Who made a file and under which terms others may use it; empty texts where its owner states
 * nothing.
 */
export interface FileLicenceTerms {
  readonly file_id: string;
  readonly licence: string;
  readonly creator: string;
  readonly source: string;
}

/** Reads the terms of resource files from which studies have copied contents. */
@Injectable()
export class FileLicenceTermsRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Returns the terms that apply to each file now: its own, or those of the folders above it. Files
   * in the bin are included; files without any terms are left out. The result contains neither the
   * owner nor the name of a file.
   */
  of(fileIds: readonly string[]): Promise<FileLicenceTerms[]> {
    return this.source.query(
      `WITH RECURSIVE file AS (
         SELECT r.* FROM research.resource r WHERE r.id = ANY($1::uuid[]) AND r.kind = 'file'),
       ${folderLicenceTermsSql('SELECT file.parent_id FROM file')},
       effective AS (
         SELECT file.id AS file_id, ${effectiveLicenceTermSql('licence', 'file', 't')} AS licence,
           ${effectiveLicenceTermSql('creator', 'file', 't')} AS creator, ${effectiveLicenceTermSql('source', 'file', 't')} AS source
         FROM file LEFT JOIN terms t ON t.start = file.parent_id)
       SELECT file_id, licence, creator, source FROM effective
       WHERE licence <> '' OR creator <> '' OR source <> ''`,
      [fileIds],
    );
  }
}
