import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput, EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { rehearsalLimits } from '../../../contracts/runtime/rehearsal-limits';
import type { startRehearsalRun } from '../../../contracts/runtime/rehearsals';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { drawRandomConditionCell } from '../conditions/draw-cell.rule';
import { conditionOfCell, type DrawnCondition } from '../conditions/draw-condition';
import { Secrets } from '../../platform/security/secrets';
import { findStudyOwnerId } from '../../studies/people/study-owner';
import { StudyStorage } from '../../studies/study-storage';
import { servingOriginFor } from '../../study-files/serving/serving-place';
import { lockVersion } from '../../study-files/versions/lock-version';
import { uuidFromHex } from '../record-log/run-records';
import { createStartedRun, type RunRow } from '../run/started-run';
import { simulatedPseudonymOf } from './rehearsal.rule';

type Started = EndpointResponseBody<typeof startRehearsalRun>;

/** Starts the next simulated participant of a rehearsal. */
export class StartRehearsalRun extends Command<Started> {
  constructor(
    readonly rehearsalId: string,
    readonly body: EndpointInput<typeof startRehearsalRun>['body'],
  ) {
    super();
  }
}

interface Row extends RunRow {
  number: number;
  cell: number | null;
  writer: string;
}
interface Locked {
  study_id: string;
  participants: number;
  runtime: HostedRuntime;
}
/**
 * The owner's storage is checked once for each group of this many simulated participants. The size
 * limit of a rehearsal also limits how much a group can store between two checks.
 */
const participantsPerSum = 10;
const none = { cell: null, condition: null } as const;
const columns =
  'id, number, state, stored_through, bytes, head, seed, cell, condition, writer::text AS writer';

@CommandHandler(StartRehearsalRun)
export class StartRehearsalRunHandler implements ICommandHandler<StartRehearsalRun> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
    private readonly source: DataSource,
    private readonly storage: StudyStorage,
  ) {}

  /**
   * Locks the rehearsal, so that numbers and conditions are assigned one after the other. A page
   * that did not receive the response repeats the request and gets the same participant.
   * @throws DomainError not_found, run_ended, run_full, nothing_to_rehearse, storage_full
   */
  async execute({ rehearsalId, body }: StartRehearsalRun): Promise<Started> {
    await this.mustHaveRoom(rehearsalId, body.writer);
    return this.unitOfWork.run(async (tx) => {
      const [rehearsal] = await tx.query<Locked>(
        `SELECT study_id, participants, runtime FROM research.rehearsal WHERE id = $1 FOR UPDATE`,
        [rehearsalId],
      );
      if (!rehearsal) throw new DomainError('not_found');
      const { runtime } = rehearsal;
      // The version may have been deleted, if the study no longer uses it.
      if (!(await lockVersion(tx, runtime.version_id)))
        throw new DomainError('nothing_to_rehearse');
      const run = await this.runOf(tx, rehearsalId, rehearsal, body);
      const started = await createStartedRun(tx, {
        secrets: this.secrets,
        run,
        attempt: 1,
        runtime,
        participant: simulatedPseudonymOf(run.number),
        resume: runtime.resume,
        now: this.clock.now(),
        origin: servingOriginFor(this.config, rehearsal.study_id, runtime.needs),
        files: [],
        makesFiles: false,
      });
      return { ...started, number: run.number };
    });
  }

  /**
   * Checks that the owner has storage left. The sum over all rehearsals of the owner is expensive,
   * so it is read only before the 1st, 11th, 21st … participant of a rehearsal. If a page repeats
   * the request of a participant who has begun already, the sum is not read.
   */
  private async mustHaveRoom(rehearsalId: string, writer: string): Promise<void> {
    const [found]: { study_id: string; runs: number; began: boolean }[] = await this.source.query(
      `SELECT h.study_id, count(r.id)::int AS runs, coalesce(bool_or(r.writer = $2), false) AS began
       FROM research.rehearsal h LEFT JOIN research.rehearsal_run r ON r.rehearsal_id = h.id
       WHERE h.id = $1 GROUP BY h.id`,
      [rehearsalId, writer],
    );
    if (!found) throw new DomainError('not_found');
    if (found.began || found.runs % participantsPerSum !== 0) return;
    const owner = await findStudyOwnerId(this.source, found.study_id);
    if (!owner) throw new DomainError('not_found');
    await this.storage.mustNotBeFull(owner);
  }

  private async runOf(
    tx: Transaction,
    rehearsalId: string,
    { participants, runtime }: Locked,
    { writer, environment }: EndpointInput<typeof startRehearsalRun>['body'],
  ): Promise<Row> {
    const before = await tx.query<Row>(
      `SELECT ${columns} FROM research.rehearsal_run WHERE rehearsal_id = $1 ORDER BY number`,
      [rehearsalId],
    );
    const own = before.find((run) => run.writer === uuidFromHex(writer));
    if (own) return own;
    // Simulated participants run one after the other: one that is still open was abandoned, because
    // its page was closed or reloaded.
    await tx.query(
      `UPDATE research.rehearsal_run SET state = 'ended', outcome = 'stopped'
       WHERE rehearsal_id = $1 AND state = 'open'`,
      [rehearsalId],
    );
    if (before.length >= participants) throw new DomainError('run_ended');
    if (before.reduce((sum, { bytes }) => sum + bytes, 0) > rehearsalLimits.bytes)
      throw new DomainError('run_full');
    const { cell, condition } = drawn(runtime, before);
    const [made] = await tx.query<Row>(
      `INSERT INTO research.rehearsal_run (id, rehearsal_id, number, writer, seed, environment, cell,
         condition, day, last_day)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING ${columns}`,
      [
        randomUUID(),
        rehearsalId,
        before.length + 1,
        writer,
        randomBytes(16),
        JSON.stringify(environment),
        cell,
        condition && JSON.stringify(condition),
        utcDay(this.clock.now()),
      ],
    );
    if (!made) throw new Error('an insert without a row');
    return made;
  }
}

/**
 * Draws a condition as in sessions that show names: a participant who does not reach the end frees
 * their place in the condition.
 */
function drawn(
  { conditions }: HostedRuntime,
  before: readonly Row[],
): DrawnCondition | typeof none {
  if (!conditions) return none;
  const standing = before.filter(({ state }) => state === 'finished');
  const held = conditions.cells.map((_, n) => standing.filter(({ cell }) => cell === n).length);
  return conditionOfCell(
    conditions,
    drawRandomConditionCell(conditions, held, (limit) => randomInt(limit)),
  );
}
