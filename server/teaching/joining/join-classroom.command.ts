import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { teachingLimits } from '../../../contracts/teaching/limits';
import type { AccountRow } from '../../access/accounts/accounts.store';
import type { Caller } from '../../access/caller';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { randomId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { recordClassroomChanged } from '../model/classroom-changed';
import {
  addMember,
  lockAccountOfNewMember,
  mustNotExceedClassroomLimit,
} from '../model/own-classrooms';
import { findAdmission, parseJoiningCode, type Admission, type JoiningCode } from './given-code';
import { JoinAttempts } from './join-attempts';

/** The classroom that was joined. `isNew` is false where the person was already a member. */
export interface JoinResult {
  readonly classroom_id: string;
  readonly isNew: boolean;
}

export class JoinClassroom extends Command<JoinResult> {
  constructor(
    readonly code: string,
    readonly studentNumber: string | null,
    readonly caller: Caller,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(JoinClassroom)
export class JoinClassroomHandler implements ICommandHandler<JoinClassroom> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly attempts: JoinAttempts,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the caller to a classroom. A whole class may join at once: the requests wait in memory
   * until they can lock the classroom's row.
   * @throws DomainError email_not_verified, invalid_join_code, mail_domain_required,
   *   researcher_not_approved, too_many_members, too_many_classrooms, too_many_requests
   */
  async execute({ code, studentNumber, caller, ip }: JoinClassroom): Promise<JoinResult> {
    const { account_id, status } = caller.person;
    if (status !== 'ACTIVE') throw new DomainError('email_not_verified');
    return this.attempts.counted({ account_id, ip }, async () => {
      const given = parseJoiningCode(this.secrets, code);
      const classroomId = await this.classroomBehind(given, account_id);
      return this.unitOfWork.run(
        async (tx) => {
          const account = await lockAccountOfNewMember(tx, account_id);
          await tx.query(`SELECT id FROM identity.classroom WHERE id = $1 FOR NO KEY UPDATE`, [
            classroomId,
          ]);
          const now = this.clock.now();
          const admission = await findAdmission(tx, given, account, now);
          if (!admission.isMember)
            await enter(tx, given, admission, account, studentNumber, utcDay(now));
          const { classroom_id } = admission;
          await answered(tx, classroom_id, account.email);
          return { classroom_id, isNew: !admission.isMember };
        },
        { requestId: caller.request_id, turn: classroomId },
      );
    });
  }

  /**
   * Finds the id of the classroom to lock. `execute` checks under the lock whether the code works.
   * @throws DomainError invalid_join_code
   */
  private async classroomBehind(code: JoiningCode, accountId: string): Promise<string> {
    const [found]: { id: string }[] =
      'join' in code
        ? await this.source.query(`SELECT id FROM identity.classroom WHERE join_code = $1`, [
            code.join,
          ])
        : await this.source.query(
            `SELECT classroom_id AS id FROM identity.classroom_invitation WHERE id = $1
             UNION SELECT classroom_id FROM identity.classroom_member WHERE id = $1 AND account_id = $2`,
            [code.invitation, accountId],
          );
    if (!found) throw new DomainError('invalid_join_code');
    return found.id;
  }
}

/** Adds the member; the caller must have locked the account and the classroom. */
async function enter(
  tx: Transaction,
  code: JoiningCode,
  { classroom_id, role }: Admission,
  account: AccountRow,
  studentNumber: string | null,
  day: string,
): Promise<void> {
  if (role === 'instructor' && account.researcher_privilege !== true)
    throw new DomainError('researcher_not_approved');
  await mustHaveSeat(tx, classroom_id);
  await mustNotExceedClassroomLimit(tx, account.id);
  if ('join' in code && !(await wasStudent(tx, classroom_id, account.id)))
    await useCode(tx, classroom_id);
  await addMember(
    tx,
    {
      id: 'invitation' in code ? code.invitation : randomId(),
      classroom_id,
      account_id: account.id,
      role,
      student_number: role === 'student' ? studentNumber : null,
    },
    day,
  );
  recordClassroomChanged(tx, classroom_id);
}

async function mustHaveSeat(tx: Transaction, classroomId: string): Promise<void> {
  const [members] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM identity.classroom_member WHERE classroom_id = $1`,
    [classroomId],
  );
  const most = teachingLimits.members;
  if ((members?.n ?? 0) >= most) throw new DomainError('too_many_members', { most });
}

/**
 * Whether the person was a student of the classroom before. If so, joining again does not count as
 * a use of the code: otherwise one account could use up the code of its class.
 */
async function wasStudent(tx: Transaction, classroomId: string, accountId: string) {
  const found = await tx.query(
    `SELECT role FROM identity.former_member WHERE classroom_id = $1 AND account_id = $2 AND role = 'student'`,
    [classroomId, accountId],
  );
  return found.length > 0;
}

/**
 * Counts one use of a code that has a limit.
 * @throws DomainError invalid_join_code where no use is left
 */
async function useCode(tx: Transaction, classroomId: string): Promise<void> {
  const used = await tx.query(
    `UPDATE identity.classroom SET join_uses_left = join_uses_left - 1
     WHERE id = $1 AND (join_uses_left IS NULL OR join_uses_left > 0) RETURNING id`,
    [classroomId],
  );
  if (used.length === 0) throw new DomainError('invalid_join_code');
}

/**
 * Deletes the invitation of an address that has joined, whether by the invitation's link or by the
 * join code.
 */
async function answered(tx: Transaction, classroomId: string, email: string): Promise<void> {
  const gone = await tx.query(
    `DELETE FROM identity.classroom_invitation WHERE classroom_id = $1 AND email = $2 RETURNING id`,
    [classroomId, email],
  );
  if (gone.length > 0) recordClassroomChanged(tx, classroomId);
}
