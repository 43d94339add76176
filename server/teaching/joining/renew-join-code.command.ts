import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { JoinCode, renewJoinCode } from '../../../contracts/teaching/classrooms';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { badField, DomainError } from '../../platform/errors/errors';
import { recordClassroomChanged } from '../model/classroom-changed';
import { classroomForMember } from '../model/membership';
import { isDraftOrOpen } from '../model/states.rule';
import { newJoinCode } from './join-code';

type Terms = EndpointInput<typeof renewJoinCode>['body'];

/** Replaces the join code; the new one works once the classroom is open. */
export class RenewJoinCode extends Command<JoinCode> {
  constructor(
    readonly classroomId: string,
    readonly terms: Terms,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RenewJoinCode)
export class RenewJoinCodeHandler implements ICommandHandler<RenewJoinCode> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found, forbidden, classroom_closed; validation_failed where the code
   *   would have expired already
   */
  execute({
    classroomId,
    terms,
    caller: { person, request_id },
  }: RenewJoinCode): Promise<JoinCode> {
    const { uses = null, expires = null, domain = null } = terms;
    const now = this.clock.now();
    return this.unitOfWork.run(
      async (tx) => {
        const room = await classroomForMember(tx, 'manage', classroomId, person.account_id, true);
        if (expires !== null && new Date(expires) <= now) throw badField('expires', 'in_the_past');
        if (!isDraftOrOpen(room.state)) throw new DomainError('classroom_closed');
        const code = await freeCode(tx);
        await tx.query(
          `UPDATE identity.classroom
           SET join_code = $2, join_uses_left = $3, join_expires_at = $4, join_domain = $5 WHERE id = $1`,
          [room.id, code, uses, expires, domain],
        );
        recordClassroomChanged(tx, room.id);
        return { code, uses_left: uses, expires_at: expires, domain };
      },
      { requestId: request_id },
    );
  }
}

/**
 * Draws a code that is not in use. If two transactions draw the same code at once, a unique index
 * refuses the second.
 */
async function freeCode(tx: Transaction): Promise<string> {
  for (;;) {
    const code = newJoinCode();
    const taken = await tx.query(`SELECT id FROM identity.classroom WHERE join_code = $1`, [code]);
    if (taken.length === 0) return code;
  }
}
