import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import { resourcesLimits } from '../../../contracts/resources/limits';
import type { Upload } from '../../../contracts/resources/uploads';
import { Clock } from '../../platform/concurrency/clock';
import { prepared } from '../../platform/db/prepared';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

export interface UploadRecord {
  readonly id: string;
  readonly owner_id: string;
  readonly folder_id: string;
  readonly name: string;
  readonly bytes: number;
  readonly stored: number;
  readonly sha256: string;
  readonly replaces: boolean;
  readonly state: 'open' | 'verified' | 'complete';
  readonly type: ResourceFileType | null;
  readonly file_id: string | null;
  readonly expires_at: Date;
}

/**
 * A file has at most 500 MB, so numbers of bytes fit into an SQL integer, which the driver returns
 * as a number.
 */
const columns = `u.id, u.owner_id, u.folder_id, u.name, u.bytes::int AS bytes, u.stored::int AS stored,
  u.sha256, u.replaces, u.state, u.type, u.file_id, u.expires_at`;

export const toUploadView = (upload: UploadRecord): Upload => ({
  _id: upload.id,
  folder_id: upload.folder_id,
  name: upload.name,
  bytes: upload.bytes,
  stored_bytes: upload.stored,
  sha256: upload.sha256,
  complete: upload.state === 'complete',
  file_id: upload.file_id,
  expires_at: upload.expires_at.toISOString(),
});

/** $3 the time. */
const ownSql = `SELECT ${columns} FROM research.resource_upload u
  WHERE u.id = $1 AND u.owner_id = $2 AND u.expires_at > $3`;
const own = prepared<UploadRecord>('upload-own', ownSql);
const grow = prepared(
  'upload-grow',
  `UPDATE research.resource_upload SET stored = $3
   WHERE id = $1 AND state = 'open' AND stored = $2 RETURNING id`,
);
const startOver = prepared(
  'upload-start-over',
  `UPDATE research.resource_upload SET stored = 0, state = 'open', type = NULL
   WHERE id = $1 AND state = $2 AND stored = $3 AND state <> 'complete' RETURNING id`,
);
const verify = prepared(
  'upload-verify',
  `UPDATE research.resource_upload SET state = 'verified', type = $2
   WHERE id = $1 AND state = 'open' AND stored = bytes RETURNING id`,
);
const refuse = prepared(
  'upload-refuse',
  `DELETE FROM research.resource_upload
   WHERE id = $1 AND state = 'open' AND stored = bytes RETURNING id`,
);
const giveUp = prepared(
  'upload-give-up',
  `DELETE FROM research.resource_upload
   WHERE id = $1 AND owner_id = $2 AND expires_at > $3 RETURNING id`,
);

/**
 * Stores the rows of uploads. A change does not lock the row first: its statement changes the row
 * only if the row is in the expected state. If two processes try the same change, only the first
 * process succeeds, and the second gets false.
 */
@Injectable()
export class UploadsStore {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, also if the upload has expired or belongs to another person */
  async own(id: string, ownerId: string): Promise<UploadRecord> {
    return found(await own(this.source, [id, ownerId, this.clock.now()]));
  }

  /** Like `own`, and locks the upload's row until the transaction ends. */
  async ownLocked(tx: Transaction, id: string, ownerId: string): Promise<UploadRecord> {
    return found(await tx.query(`${ownSql} FOR UPDATE`, [id, ownerId, this.clock.now()]));
  }

  /** Returns the person's unfinished uploads, the oldest first. */
  underWay(ownerId: string): Promise<UploadRecord[]> {
    return this.source.query(
      `SELECT ${columns} FROM research.resource_upload u
       WHERE u.owner_id = $1 AND u.state <> 'complete' AND u.expires_at > $2
       ORDER BY u.created_at, u.id LIMIT ${resourcesLimits.uploads}`,
      [ownerId, this.clock.now()],
    );
  }

  /** Records that the first `end` bytes are on disk. */
  async grow({ id, stored }: UploadRecord, end: number): Promise<boolean> {
    return isChanged(await grow(this.source, [id, stored, end]));
  }

  /** Records that no bytes are on disk any more. */
  async startOver({ id, stored, state }: UploadRecord): Promise<boolean> {
    return isChanged(await startOver(this.source, [id, state, stored]));
  }

  /** Records that all bytes are on disk, with the right hash, and are of this type. */
  async verify({ id }: UploadRecord, type: ResourceFileType): Promise<boolean> {
    return isChanged(await verify(this.source, [id, type]));
  }

  /** Deletes an upload whose file is refused. */
  async refuse({ id }: UploadRecord): Promise<boolean> {
    return isChanged(await refuse(this.source, [id]));
  }

  /** Deletes the upload. @returns false if the person has no upload with this id */
  async giveUp(id: string, ownerId: string): Promise<boolean> {
    return isChanged(await giveUp(this.source, [id, ownerId, this.clock.now()]));
  }
}

const isChanged = (rows: readonly object[]): boolean => rows.length > 0;

function found([upload]: readonly UploadRecord[]): UploadRecord {
  if (!upload) throw new DomainError('not_found');
  return upload;
}
