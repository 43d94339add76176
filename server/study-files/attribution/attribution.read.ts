import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FileLicenceTermsRead } from '../../resources/taking/terms.read';
import type { AttributionLine } from './attribution.rule';

interface Row {
  readonly path: string;
  readonly sha256: string;
  readonly file_id: string;
}

/** Reads the creators and licences of files that were copied from resource files into a study. */
@Injectable()
export class AttributionRead {
  constructor(
    private readonly source: DataSource,
    private readonly terms: FileLicenceTermsRead,
  ) {}

  /**
   * Reads the files of a version that were copied from resource files with a licence, creator or
   * source, ordered by path. Leaves out resource files that their owner has deleted since.
   */
  async ofVersion(versionId: string): Promise<AttributionLine[]> {
    const rows: Row[] = await this.source.query(
      `SELECT f.path, f.sha256, t.resource_id AS file_id
       FROM research.study_version v JOIN research.study_version_file f ON f.version_id = v.id
       JOIN research.taken_resource t ON t.study_id = v.study_id AND t.sha256 = f.sha256
       WHERE v.id = $1 ORDER BY f.path COLLATE "C", t.resource_id`,
      [versionId],
    );
    if (rows.length === 0) return [];
    const terms = await this.terms.of([...new Set(rows.map(({ file_id }) => file_id))]);
    const byFile = new Map(terms.map(({ file_id, ...words }) => [file_id, words]));
    return rows.flatMap(({ path, sha256, file_id }) => {
      const words = byFile.get(file_id);
      return words ? [{ path, sha256, ...words }] : [];
    });
  }
}
