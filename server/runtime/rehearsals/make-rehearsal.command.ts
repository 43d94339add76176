import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { isHostedRuntime, type HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { rehearsalLimits } from '../../../contracts/runtime/rehearsal-limits';
import type { makeRehearsal } from '../../../contracts/runtime/rehearsals';
import { Clock, days, addMilliseconds } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { rehearsalRateLimits } from './rehearsals.rate-limits';

/**
 * Starts a rehearsal of the version that the study currently uses.
 * @returns the id of the rehearsal
 */
export class MakeRehearsal extends Command<string> {
  constructor(
    readonly studyId: string,
    readonly wanted: EndpointInput<typeof makeRehearsal>['body'],
    readonly accountId: string,
  ) {
    super();
  }
}

interface Profile {
  state: string;
  runtime: HostedRuntime | { kind: 'other' } | null;
}

@CommandHandler(MakeRehearsal)
export class MakeRehearsalHandler implements ICommandHandler<MakeRehearsal> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError nothing_to_rehearse, study_archived, too_many_requests */
  async execute({ studyId, wanted, accountId }: MakeRehearsal): Promise<string> {
    await this.limit.consume(rehearsalRateLimits.make, accountId);
    return this.unitOfWork.run(async (tx) => {
      // Rehearsals of a study are created one at a time, so that their number never exceeds the limit.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('rehearsals:' || $1, 5))`, [
        studyId,
      ]);
      const runtime = await runtimeOf(tx, studyId);
      const now = this.clock.now();
      const id = randomUUID();
      await tx.query(
        `INSERT INTO research.rehearsal (id, study_id, mode, participants, runtime, made_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          id,
          studyId,
          wanted.mode,
          wanted.participants,
          JSON.stringify(runtime),
          now,
          addMilliseconds(now, days(rehearsalLimits.keptDays)),
        ],
      );
      await tx.query(
        `DELETE FROM research.rehearsal WHERE id IN (
           SELECT id FROM research.rehearsal WHERE study_id = $1
           ORDER BY id = $2 DESC, made_at DESC, id OFFSET ${rehearsalLimits.kept})`,
        [studyId, id],
      );
      return id;
    });
  }
}

/**
 * Reads the runtime that the study currently uses.
 * @throws DomainError nothing_to_rehearse, study_archived
 */
async function runtimeOf(tx: Transaction, studyId: string): Promise<HostedRuntime> {
  const [study] = await tx.query<Profile>(
    `SELECT state, runtime FROM research.study_profile WHERE id = $1`,
    [studyId],
  );
  if (!study) throw new DomainError('not_found');
  if (study.state === 'archived') throw new DomainError('study_archived');
  if (!isHostedRuntime(study.runtime)) throw new DomainError('nothing_to_rehearse');
  return study.runtime;
}
