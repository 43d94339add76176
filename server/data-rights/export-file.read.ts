import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { Secrets } from '../platform/security/secrets';

export interface ReadyExportFile {
  size: number;
  ready_at: Date;
}
/** `signIn`: the id of the token for which the address was signed. */
interface Opening {
  signIn: string;
  asks: 'size' | 'bytes';
  requestId: string;
}
interface Part {
  first_byte: number;
  id: string;
  /** The encrypted bytes of a part of the file. */
  bytes: Buffer;
}

/**
 * Streams a finished export to the holder of its signed address. Only one part at a time is in
 * memory, and no database connection is occupied while a slow client reads.
 */
@Injectable()
export class ExportFileRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Checks the export and writes an audit record, for every download, even a resumed one.
   * @throws DomainError not_found, also if the sign-in has ended
   */
  open(id: string, { signIn, asks, requestId }: Opening): Promise<ReadyExportFile> {
    return this.unitOfWork.run(
      async (tx) => {
        const found = await this.mustBeThere(tx, id);
        const [signedIn] = await tx.query(
          `SELECT 1 FROM identity.sign_in WHERE id = $1 AND account_id = $2 AND expires_at > $3`,
          [signIn, found.account_id, this.clock.now()],
        );
        if (!signedIn) throw new DomainError('not_found');
        if (asks === 'bytes')
          await tx.audit(
            'data-exported',
            {
              actor: found.account_id,
              subject: found.account_id,
              details: { step: 'downloaded', export_id: id },
            },
            this.clock.now(),
          );
        if (!(await partAt(tx, id, 0))) throw new DomainError('not_found');
        return { size: found.size, ready_at: found.ready_at };
      },
      { requestId },
    );
  }

  /**
   * Yields the bytes from `first` to `last`, both included. Throws, which aborts the download, if
   * the export is deleted in the meantime.
   */
  async *bytes(id: string, first: number, last: number): AsyncGenerator<Buffer> {
    for (let at = first; at <= last;) {
      const part = await this.unitOfWork.run(async (tx) => {
        await this.mustBeThere(tx, id);
        return partAt(tx, id, at);
      });
      const within =
        part &&
        this.secrets
          .openBytes('export-part', part.id, part.bytes)
          .subarray(at - part.first_byte, last + 1 - part.first_byte);
      if (!within || within.length === 0) throw new DomainError('not_found');
      yield within;
      at += within.length;
    }
  }

  private async mustBeThere(
    tx: Transaction,
    id: string,
  ): Promise<ReadyExportFile & { account_id: string }> {
    const [found] = await tx.query<ReadyExportFile & { account_id: string }>(
      `SELECT e.account_id, e.size, e.ready_at FROM identity.export e JOIN identity.person a ON a.id = e.account_id
       WHERE e.id = $1 AND e.state = 'ready' AND e.size IS NOT NULL AND e.ready_at IS NOT NULL
       AND e.expires_at > $2 AND a.disabled_at IS NULL`,
      [id, this.clock.now()],
    );
    if (!found) throw new DomainError('not_found');
    return found;
  }
}

/** Reads the part that contains the byte at this position. */
async function partAt(tx: Transaction, id: string, at: number): Promise<Part | undefined> {
  await tx.as('commonlab_link');
  const [part] = await tx.query<Part>(
    `SELECT first_byte, id, bytes FROM identity.export_part WHERE export_id = $1 AND first_byte <= $2
     ORDER BY first_byte DESC LIMIT 1`,
    [id, at],
  );
  await tx.as('commonlab_app');
  return part;
}
