import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { runtimeLimits } from '../../../contracts/runtime/limits';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { badField, DomainError } from '../../platform/errors/errors';
import { RunFilesRead, type RunFileKey } from './run-files.read';

/** Stores the next piece of an announced file. */
export class StoreFilePiece extends Command<{ stored_bytes: number; complete: boolean }> {
  constructor(
    readonly participationId: string,
    /** The hash of the file, in hexadecimal digits. */
    readonly sha256: string,
    readonly offset: number,
    readonly piece: Buffer,
    readonly accountId: string,
  ) {
    super();
  }
}

/**
 * How many pieces one process stores at the same time at most. Each occupies a database connection,
 * and the records of other participants need connections, too.
 */
const mostAtOnce = 2;

interface Standing {
  run_id: string;
  run_state: string;
  state: 'due' | 'whole' | 'given_up';
  bytes: number;
  stored: number;
}

@CommandHandler(StoreFilePiece)
export class StoreFilePieceHandler implements ICommandHandler<StoreFilePiece> {
  private underWay = 0;
  /**
   * The participants who are sending a piece now. Each may send one at a time, so that no
   * participant uses all connections.
   */
  private readonly sending = new Set<string>();

  constructor(
    private readonly own: OwnParticipationRead,
    private readonly unitOfWork: UnitOfWork,
    private readonly files: RunFilesRead,
  ) {}

  /**
   * Stores a piece. If too many pieces are being stored, or if the person is already sending
   * another piece, the request is refused immediately, so that its bytes do not wait in memory.
   * @throws DomainError not_found, run_ended, wrong_offset, wrong_hash, too_large,
   * validation_failed, unavailable
   */
  async execute(asked: StoreFilePiece) {
    await this.own.mustBe(asked.participationId, asked.accountId);
    if (this.underWay >= mostAtOnce || this.sending.has(asked.accountId))
      throw new DomainError('unavailable', {}, { retryAfter: 1 });
    this.underWay += 1;
    this.sending.add(asked.accountId);
    try {
      const { run_id, state, stored, bytes } = await this.unitOfWork.run((tx) => append(tx, asked));
      if (state === 'due' && stored === bytes) await this.end({ run_id, sha256: asked.sha256 });
      return { stored_bytes: stored, complete: stored === bytes };
    } finally {
      this.underWay -= 1;
      this.sending.delete(asked.accountId);
    }
  }

  /**
   * Once all bytes of a file have arrived, checks whether they match the announced hash. Reads the
   * pieces without a lock, because a piece never changes. But another page may have discarded these
   * pieces meanwhile, and sent new pieces. So the function then locks the file, and stores the
   * result only if the file still has the pieces that were read. If the process dies earlier, the
   * file stays incomplete, and the sender tries again.
   */
  private async end(place: RunFileKey): Promise<void> {
    const read = await this.files.piecesOf(place);
    const hash = createHash('sha256');
    for await (const piece of this.files.pieces(place)) hash.update(piece);
    const isSame = hash.digest('hex') === place.sha256;
    const isOfThese = await this.unitOfWork.run(async (tx) => {
      if (!(await lockDue(tx, place))) return true;
      if ((await this.files.piecesOf(place, tx)) !== read) return false;
      await (isSame ? makeWhole(tx, place) : discard(tx, place));
      return true;
    });
    if (!isOfThese) throw new DomainError('unavailable', {}, { retryAfter: 1 });
    if (!isSame) throw new DomainError('wrong_hash', {}, { stored_bytes: 0 });
  }
}

/**
 * Adds a piece. The lock keeps the run's state from changing; other records of the run need not
 * wait.
 */
async function append(tx: Transaction, asked: StoreFilePiece): Promise<Standing> {
  const { participationId, sha256, offset, piece } = asked;
  const [file] = await tx.query<Standing>(
    `SELECT r.id AS run_id, r.state AS run_state, f.state, f.bytes, f.stored
     FROM research.run r JOIN research.run_file f ON f.run_id = r.id
     WHERE r.participation_id = $1 AND f.sha256 = decode($2, 'hex')
     ORDER BY r.attempt DESC LIMIT 1 FOR KEY SHARE OF r FOR UPDATE OF f`,
    [participationId, sha256],
  );
  if (!file || file.state === 'given_up') throw new DomainError('not_found');
  const end = offset + piece.length;
  if (end > file.bytes) throw new DomainError('too_large');
  if (file.state === 'whole') return file;
  if (file.run_state !== 'open') throw new DomainError('run_ended');
  if (offset < file.stored && piece.length > 0) {
    const [same] = await tx.query<{ start: number }>(
      `SELECT start FROM research.run_file_piece
       WHERE run_id = $1 AND sha256 = decode($2, 'hex') AND start = $3 AND piece = $4`,
      [file.run_id, sha256, offset, piece],
    );
    if (same) return file;
  }
  if (offset !== file.stored)
    throw new DomainError('wrong_offset', {}, { stored_bytes: file.stored });
  if (piece.length === 0) return file;
  if (piece.length < runtimeLimits.runFilePieceLeast && end < file.bytes)
    throw badField('body', 'too_short');
  await tx.query(
    `INSERT INTO research.run_file_piece (run_id, sha256, start, piece)
     VALUES ($1, decode($2, 'hex'), $3, $4)`,
    [file.run_id, sha256, offset, piece],
  );
  await tx.query(
    `UPDATE research.run_file SET stored = $3 WHERE run_id = $1 AND sha256 = decode($2, 'hex')`,
    [file.run_id, sha256, end],
  );
  return { ...file, stored: end };
}

/**
 * Locks the run and then the file, so that no piece is added meanwhile. The statement that stores
 * records also locks the run first.
 * @returns whether the file is still incomplete
 */
async function lockDue(tx: Transaction, { run_id, sha256 }: RunFileKey): Promise<boolean> {
  await tx.query(`SELECT id FROM research.run WHERE id = $1 FOR NO KEY UPDATE`, [run_id]);
  const [due] = await tx.query<{ is_due: boolean }>(
    `SELECT state = 'due' AND stored = bytes AS is_due FROM research.run_file
     WHERE run_id = $1 AND sha256 = decode($2, 'hex') FOR UPDATE`,
    [run_id, sha256],
  );
  return due?.is_due === true;
}

async function makeWhole(tx: Transaction, { run_id, sha256 }: RunFileKey): Promise<void> {
  await tx.query(
    `UPDATE research.run_file SET state = 'whole' WHERE run_id = $1 AND sha256 = decode($2, 'hex')`,
    [run_id, sha256],
  );
  await tx.query(`UPDATE research.run SET files_due = files_due - 1 WHERE id = $1`, [run_id]);
}

async function discard(tx: Transaction, { run_id, sha256 }: RunFileKey): Promise<void> {
  await tx.query(
    `UPDATE research.run_file SET stored = 0 WHERE run_id = $1 AND sha256 = decode($2, 'hex')`,
    [run_id, sha256],
  );
  await tx.query(
    `DELETE FROM research.run_file_piece WHERE run_id = $1 AND sha256 = decode($2, 'hex')`,
    [run_id, sha256],
  );
}
