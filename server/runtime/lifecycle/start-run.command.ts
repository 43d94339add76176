import { randomBytes, randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { Conditions } from '../../../contracts/study-files/conditions';
import { isHostedRuntime, type HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { startRun, StartedRun } from '../../../contracts/runtime/runtime';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { CONFIG, type Config } from '../../config';
import type { Caller } from '../../access/caller';
import { ExternalParticipationRead } from '../../enrolment/participations/external-participation.read';
import { lockedParticipationState } from '../../enrolment/model/participation-status';
import { TransitionParticipation } from '../../enrolment/transitions/transition-participation.command';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { servingOriginFor } from '../../study-files/serving/serving-place';
import { readFilesToPreload } from '../../study-files/versions/files-to-preload.read';
import { drawRandomCondition } from '../conditions/draw-condition';
import { runtimeRateLimits } from '../runtime.rate-limits';
import { mayRunContinue } from '../run/run-days';
import { servingKeyHashOfRun, createStartedRun, type RunRow } from '../run/started-run';

type Body = EndpointInput<typeof startRun>['body'];
interface At {
  readonly participation_id: string;
  readonly session_id: string;
  readonly privacy_level: PrivacyLevel;
}

/** Starts a participation in a study that runs here, or continues its run. */
export class StartRun extends Command<StartedRun> {
  constructor(
    readonly participationId: string,
    readonly body: Body,
    readonly caller: Caller,
  ) {
    super();
  }
}

interface Launched {
  readonly runtime: HostedRuntime;
  readonly study_id: string;
  readonly participant: string;
  readonly files: StartedRun['files'];
}
interface Row extends RunRow {
  attempt: number;
  cell: number | null;
  last_day: string;
}
const columns =
  'id, attempt, state, stored_through, bytes, head, seed, cell, condition, last_day::text AS last_day';
/** The condition that the participant drew; both are null if the study has no conditions. */
type Condition = { readonly cell: number | null; readonly condition: StartedRun['condition'] };
const none: Condition = { cell: null, condition: null };

@CommandHandler(StartRun)
export class StartRunHandler implements ICommandHandler<StartRun> {
  /**
   * Limits how many draws of a condition run at a time, so that participants who wait for a draw do
   * not occupy all database connections.
   */
  private readonly draws = new ConcurrencyLimit(2);

  constructor(
    private readonly participations: ExternalParticipationRead,
    private readonly commands: CommandBus,
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts the participation, and creates its run if it has none. If the process dies in between,
   * the next call finds a started participation and creates the run.
   * @throws DomainError not_found, illegal_transition, run_ended, run_full, and the errors of the
   * transition `start`
   */
  async execute({ participationId, body, caller }: StartRun): Promise<StartedRun> {
    const own = await this.participations.own(participationId, caller.person.account_id);
    const { runtime, study_id, session_id, privacy_level, participant } = own;
    if (!isHostedRuntime(runtime)) throw new DomainError('not_found');
    if (own.state === 'enrolled')
      await this.commands.execute(
        new TransitionParticipation(participationId, { action: 'start' }, caller),
      );
    const files = await readFilesToPreload(this.source, runtime);
    const at = { participation_id: participationId, session_id, privacy_level };
    const start = () =>
      this.unitOfWork.run(
        async (tx) => {
          const state = await lockedParticipationState(tx, participationId);
          if (state === undefined) throw new DomainError('not_found');
          const run = await this.runOf(tx, at, state, body, runtime.conditions);
          return this.view(tx, run, { runtime, participant, study_id, files });
        },
        { requestId: caller.request_id, turn: participationId },
      );
    return runtime.conditions ? this.draws.run(start) : start();
  }

  private async runOf(
    tx: Transaction,
    at: At,
    state: ParticipationState,
    body: Body,
    conditions: Conditions | null,
  ): Promise<Row> {
    const [present] = await tx.query<Row>(
      `SELECT ${columns} FROM research.run WHERE participation_id = $1
       ORDER BY attempt DESC LIMIT 1 FOR NO KEY UPDATE`,
      [at.participation_id],
    );
    // A finished run is returned without a new attempt: it has all of its records, even if the
    // participation is not completed yet.
    if (present?.state === 'finished') return present;
    if (state !== 'started') throw new DomainError('illegal_transition', { from: state });
    const again = () => this.runOf(tx, at, state, body, conditions);
    if (!present) {
      const drawn = conditions
        ? await drawRandomCondition(tx, at, conditions, this.clock.now())
        : none;
      return (await this.insert(tx, at, 1, body, drawn)) ?? again();
    }
    if (present.state === 'ended') throw new DomainError('run_ended');
    const attempt = body.attempt ?? present.attempt;
    if (attempt !== present.attempt && attempt !== present.attempt + 1)
      throw new DomainError('run_ended');
    if (attempt === present.attempt) {
      const [taken] = await tx.query<Row>(
        `UPDATE research.run SET writer = $2, environment = $3, serving_key_hash = $5,
           last_contact = CASE WHEN last_contact IS NOT NULL THEN $4::timestamptz END
         WHERE id = $1 RETURNING ${columns}`,
        [
          present.id,
          body.writer,
          JSON.stringify(body.environment),
          this.clock.now(),
          servingKeyHashOfRun(this.secrets, present.id),
        ],
      );
      return taken ?? present;
    }
    await mustHaveRoom(tx, at.participation_id);
    await tx.query(
      `UPDATE research.run SET state = 'ended', last_contact = NULL,
         last_day = greatest(last_day, $2::date)
       WHERE id = $1`,
      [present.id, utcDay(this.clock.now())],
    );
    return (await this.insert(tx, at, attempt, body, present)) ?? again();
  }

  /**
   * Inserts the run.
   * @returns undefined if another call has inserted it in the meantime
   */
  private async insert(
    tx: Transaction,
    at: At,
    attempt: number,
    { writer, environment }: Body,
    { cell, condition }: Condition,
  ): Promise<Row | undefined> {
    const now = this.clock.now();
    const id = randomUUID();
    const [made] = await tx.query<Row>(
      `INSERT INTO research.run (id, participation_id, session_id, attempt, writer, seed, environment,
         day, last_day, cell, condition, last_contact, serving_key_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, (SELECT $11::timestamptz
         FROM research.recruitment s WHERE s.id = $3 AND s.privacy_level = 'roster_on_start'), $12)
       ON CONFLICT (participation_id, attempt) DO NOTHING RETURNING ${columns}`,
      [
        id,
        at.participation_id,
        at.session_id,
        attempt,
        writer,
        randomBytes(16),
        JSON.stringify(environment),
        utcDay(now),
        cell,
        condition && JSON.stringify(condition),
        now,
        servingKeyHashOfRun(this.secrets, id),
      ],
    );
    return made;
  }

  private view(
    tx: Transaction,
    run: Row,
    { runtime, participant, study_id, files }: Launched,
  ): Promise<StartedRun> {
    const now = this.clock.now();
    const { resume } = runtime;
    const isLate = run.stored_through > 0 && !mayRunContinue(run.last_day, resume.hours, now);
    return createStartedRun(tx, {
      secrets: this.secrets,
      run,
      attempt: run.attempt,
      runtime,
      participant,
      // A participant who timed out may start again, in another attempt.
      resume: isLate && resume.mode !== 'one_sitting' ? { ...resume, mode: 'restart' } : resume,
      now,
      origin: servingOriginFor(this.config, study_id, runtime.needs),
      files,
      makesFiles: true,
    });
  }
}

/**
 * Refuses a further attempt if the stored attempts are too large together: fifty attempts of the
 * size that one run may have would fill a disk.
 * @throws DomainError run_full
 */
async function mustHaveRoom(tx: Transaction, participationId: string): Promise<void> {
  const [full] = await tx.query(
    `SELECT 1 FROM research.run WHERE participation_id = $1
     HAVING sum(bytes) >= ${runtimeRateLimits.attemptsBytes} OR sum(file_bytes) >= ${runtimeRateLimits.attemptsFileBytes}`,
    [participationId],
  );
  if (full) throw new DomainError('run_full');
}
