import type { Transaction } from '../../platform/db/unit-of-work';
import { effectiveLicenceTermSql, folderLicenceTermsSql } from '../model/origin.sql';

export interface FileOrigin {
  readonly licence: string;
  readonly creator: string;
  readonly source: string;
}

/**
 * The creator, licence and source of a file: what the file states, else what the nearest folder
 * above states; empty texts where none states anything.
 */
export async function readFileOrigin(tx: Transaction, fileId: string): Promise<FileOrigin> {
  const [origin] = await tx.query<FileOrigin>(
    `WITH RECURSIVE ${folderLicenceTermsSql('SELECT own.parent_id FROM research.resource own WHERE own.id = $1')}
     SELECT ${effectiveLicenceTermSql('licence', 'r', 't')} AS licence, ${effectiveLicenceTermSql('creator', 'r', 't')} AS creator,
       ${effectiveLicenceTermSql('source', 'r', 't')} AS source
     FROM research.resource r LEFT JOIN terms t ON t.start = r.parent_id WHERE r.id = $1`,
    [fileId],
  );
  return origin ?? { licence: '', creator: '', source: '' };
}
