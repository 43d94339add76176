import type { Transaction } from '../../platform/db/unit-of-work';
import { effectiveSql, termsSql } from '../model/origin.sql';

export interface Origin {
  readonly licence: string;
  readonly creator: string;
  readonly source: string;
}

/**
 * The creator, licence and source of a file: what the file states, else what the nearest folder
 * above states; empty texts where none states anything.
 */
export async function originOf(tx: Transaction, fileId: string): Promise<Origin> {
  const [origin] = await tx.query<Origin>(
    `WITH RECURSIVE ${termsSql('SELECT own.parent_id FROM research.resource own WHERE own.id = $1')}
     SELECT ${effectiveSql('licence', 'r', 't')} AS licence, ${effectiveSql('creator', 'r', 't')} AS creator,
       ${effectiveSql('source', 'r', 't')} AS source
     FROM research.resource r LEFT JOIN terms t ON t.start = r.parent_id WHERE r.id = $1`,
    [fileId],
  );
  return origin ?? { licence: '', creator: '', source: '' };
}
