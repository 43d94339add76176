import type { Transaction } from '../../platform/db/unit-of-work';
import { effectiveLicenceTermSql, folderLicenceTermsSql } from '../model/origin.sql';

export interface FileOrigin {
  readonly licence: string;
  readonly creator: string;
  readonly source: string;
}

/**
 * Reads the creator, licence and source of a file. If the file states none, the text of the nearest
 * folder above it counts; if no folder states one either, the text is empty.
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
