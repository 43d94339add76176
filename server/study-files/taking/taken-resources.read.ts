import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CopiedResource } from '../../../contracts/study-files/copied-resources';
import { CopyableFilesRead } from '../../resources/taking/takeable-files.read';

interface Row {
  place: CopiedResource['place'];
  path: string;
  file_id: string;
  version: number;
}

/** Reads which files of a study were copied from resource files (taken-files.ts). */
@Injectable()
export class CopiedResourcesRead {
  constructor(
    private readonly source: DataSource,
    private readonly files: CopyableFilesRead,
  ) {}

  /**
   * Reads which files in the draft, and in the version that the study uses, were copied from resource
   * files. Only resource files that the account may read are included.
   */
  async ofStudy(studyId: string, account: string): Promise<CopiedResource[]> {
    const rows: Row[] = await this.source.query(
      `WITH used AS (
         SELECT v.id FROM research.study_version v JOIN research.study_profile st ON st.id = v.study_id
         WHERE v.study_id = $1 AND v.number > 0
         ORDER BY (st.runtime->>'version_id' = v.id::text) IS TRUE DESC, v.number DESC LIMIT 1
       )
       SELECT place, path, t.resource_id AS file_id, t.number AS version FROM (
         SELECT 'version' AS place, f.path, f.sha256 FROM used
         JOIN research.study_version_file f ON f.version_id = used.id
         UNION ALL
         SELECT 'draft', d.path, d.sha256 FROM research.study_timeline_file d WHERE d.study_id = $1
       ) AS has JOIN research.taken_resource t ON t.study_id = $1 AND t.sha256 = has.sha256
       ORDER BY place, path COLLATE "C"`,
      [studyId],
    );
    const readable = await this.files.readable(account, rows);
    const byFile = new Map(readable.map((file) => [`${file.file_id} ${file.version}`, file]));
    return rows.flatMap(({ place, path, file_id, version }) => {
      const file = byFile.get(`${file_id} ${version}`);
      if (!file) return [];
      const { name, newest, sha256, newest_sha256 } = file;
      return [{ place, path, file_id, name, version, newest, changed: sha256 !== newest_sha256 }];
    });
  }
}
