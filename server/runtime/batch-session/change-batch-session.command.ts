import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  applyBatchSessionChange,
  type BatchSessionChange,
} from '../../../contracts/runtime/batch-change.rule';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type {
  BatchChangeOutcome,
  changeBatchDocument,
} from '../../../contracts/runtime/batch-session';
import { batchSessionLimits } from '../../../contracts/runtime/batch-session-limits';
import { minJsonLength, type JsonValue } from '../../../contracts/runtime/json-patch.rule';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { uuidFromHex } from '../record-log/run-records';
import { BatchChangeLimiter } from './batch-costs';
import { BatchSessionRead } from './batch-session.read';
import { batchSessionRateLimits } from './batch-session.rate-limits';
import { lockBatchSession, writeBatchSession } from './batch-session.sql';

type Body = EndpointInput<typeof changeBatchDocument>['body'];
/** The outcome of a change, and the current document. */
export interface BatchChangeReply {
  readonly outcome: BatchChangeOutcome;
  readonly version: number;
  /** JSON text. It is not parsed, since this server wrote it. */
  readonly document: string;
}

/** Changes the document that the participants of a session share. */
export class ChangeBatchSession extends Command<BatchChangeReply> {
  constructor(
    readonly participationId: string,
    readonly body: Body,
    readonly accountId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeBatchSession)
export class ChangeBatchSessionHandler implements ICommandHandler<ChangeBatchSession> {
  constructor(
    private readonly own: OwnParticipationRead,
    private readonly read: BatchSessionRead,
    private readonly unitOfWork: UnitOfWork,
    private readonly rateLimit: RateLimit,
    private readonly costs: BatchChangeLimiter,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes of one session run one after the other, since they change one row. In one process, they
   * wait in memory; in several processes, they wait for the lock on the row.
   * @throws DomainError not_found, taken_over, run_ended, too_many_requests, unavailable
   */
  async execute({
    participationId,
    body,
    accountId,
  }: ChangeBatchSession): Promise<BatchChangeReply> {
    await this.own.mustBe(participationId, accountId);
    await this.rateLimit.consume(batchSessionRateLimits.change, participationId);
    const sessionId = await this.read.sessionOf(participationId);
    if (sessionId === undefined) throw new DomainError('not_found');
    this.costs.mustHave(sessionId, participationId);
    return this.unitOfWork.run((tx) => this.change(tx, sessionId, participationId, body), {
      turn: `batch-session ${sessionId}`,
    });
  }

  private async change(
    tx: Transaction,
    sessionId: string,
    participationId: string,
    { run_id, writer, change_id, ...asked }: Body,
  ): Promise<BatchChangeReply> {
    // Locks the run before the document, in the same order as a withdrawal. While this lock is
    // held, records of the run can still be stored.
    const [run] = await tx.query<{ writer: string; state: string }>(
      `SELECT writer, state FROM research.run WHERE id = $1 AND participation_id = $2
       FOR KEY SHARE`,
      [run_id, participationId],
    );
    if (!run) throw new DomainError('not_found');
    if (run.writer !== uuidFromHex(writer)) throw new DomainError('taken_over');
    if (run.state !== 'open') throw new DomainError('run_ended');
    const day = utcDay(this.clock.now());
    const { version, document } = await lockBatchSession(tx, sessionId, day);
    const [last] = await tx.query<{ change_id: string }>(
      `SELECT change_id FROM research.batch_change WHERE run_id = $1`,
      [run_id],
    );
    if (last?.change_id === change_id) return { outcome: 'applied', version, document };
    // Check the budget a second time: while this change waited, other changes may have spent from
    // it.
    this.costs.mustHave(sessionId, participationId);
    this.costs.spend(sessionId, participationId, costOf(document, asked as BatchSessionChange));
    const changed = applyBatchSessionChange(
      JSON.parse(document) as JsonValue,
      asked as BatchSessionChange,
    );
    if (changed.outcome !== 'applied') return { outcome: changed.outcome, version, document };
    await writeBatchSession(tx, sessionId, changed.text, day);
    await tx.query(
      `INSERT INTO research.batch_change (run_id, change_id) VALUES ($1, $2)
       ON CONFLICT (run_id) DO UPDATE SET change_id = excluded.change_id`,
      [run_id, change_id],
    );
    return { outcome: 'applied', version: version + 1, document: changed.text };
  }
}

/** Converts a requested change to a JSON value, without the members that are undefined. */
const jsonOf = ({ patch, expects }: BatchSessionChange): JsonValue => [
  ...patch.map((operation) => ({ ...operation })),
  ...expects.map(({ path, value }) => ({ path, ...(value !== undefined && { value }) })),
];

/**
 * Computes the cost of a change in characters. The document counts twice, since it is read and
 * written; the request counts once.
 */
const costOf = (document: string, asked: BatchSessionChange): number =>
  batchSessionLimits.costOfChange +
  2 * document.length +
  minJsonLength(jsonOf(asked), batchSessionLimits.requestBytes);
