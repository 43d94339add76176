import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { inviteMembers } from '../../../contracts/teaching/classrooms';
import { teachingLimits } from '../../../contracts/teaching/limits';
import type { Caller } from '../../access/caller';
import { Clock, hours, addMilliseconds } from '../../platform/concurrency/clock';
import { randomId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { recordClassroomChanged } from '../model/classroom-changed';
import { classroomForMember } from '../model/membership';
import { isDraftOrOpen } from '../model/states.rule';
import { teachingRateLimits } from '../teaching.rate-limits';

type Invited = EndpointInput<typeof inviteMembers>['body'];
interface Added {
  id: string;
  email: string;
}

/**
 * Invites mail addresses. Returns how many of them are new: neither members, nor invited already.
 */
export class InviteMembers extends Command<number> {
  constructor(
    readonly classroomId: string,
    readonly invited: Invited,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(InviteMembers)
export class InviteMembersHandler implements ICommandHandler<InviteMembers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Recognises only addresses of members. Looks up no other account, so that nothing reveals
   * whether an address has an account.
   * @throws DomainError not_found, forbidden, researcher_not_approved, classroom_closed,
   * too_many_invitations, too_many_requests
   */
  async execute({ classroomId, invited, caller }: InviteMembers): Promise<number> {
    const { account_id, researcher_privilege } = caller.person;
    await classroomForMember(this.source, 'manage', classroomId, account_id);
    if (researcher_privilege !== true) throw new DomainError('researcher_not_approved');
    await this.limit.consume(teachingRateLimits.invites, account_id);
    const now = this.clock.now();
    const spared = await this.spared(classroomId, invited.emails, account_id, now);
    return this.unitOfWork.run(
      async (tx) => {
        const room = await classroomForMember(tx, 'manage', classroomId, account_id, true);
        if (!isDraftOrOpen(room.state)) throw new DomainError('classroom_closed');
        const added = await addInvitations(tx, room.id, invited, now);
        for (const { id, email } of added)
          if (!spared.has(email))
            tx.record('teaching.member-invited', { invitation_id: id, account_id });
        if (added.length > 0) recordClassroomChanged(tx, room.id);
        return added.length;
      },
      { requestId: caller.request_id },
    );
  }

  /**
   * Finds the addresses that have no open invitation to this classroom, but got too many mails
   * already. The command stores an invitation for these addresses, and sends no mail. The limits
   * are the same for all addresses.
   */
  private async spared(
    classroomId: string,
    emails: readonly string[],
    accountId: string,
    now: Date,
  ): Promise<ReadonlySet<string>> {
    const waiting: { email: string }[] = await this.source.query(
      `SELECT email FROM identity.classroom_invitation WHERE classroom_id = $1 AND expires_at > $2`,
      [classroomId, now],
    );
    const known = new Set(waiting.map(({ email }) => email));
    const spared = new Set<string>();
    for (const email of new Set(emails)) {
      if (known.has(email)) continue;
      const isMailed =
        (await this.limit.isWithin(teachingRateLimits.share, `${accountId} ${email}`)) &&
        (await this.limit.isWithin(teachingRateLimits.toAddress, email));
      if (!isMailed) spared.add(email);
    }
    return spared;
  }
}

async function addInvitations(
  tx: Transaction,
  classroomId: string,
  { emails, role }: Invited,
  now: Date,
): Promise<Added[]> {
  const given = [...new Set(emails)];
  await tx.query(
    `DELETE FROM identity.classroom_invitation WHERE classroom_id = $1 AND expires_at <= $2`,
    [classroomId, now],
  );
  const added = await tx.query<Added>(
    `INSERT INTO identity.classroom_invitation (id, classroom_id, email, role, expires_at)
     SELECT given.id, $1, given.email, $4, $5 FROM unnest($2::uuid[], $3::text[]) AS given (id, email)
     WHERE NOT EXISTS (
       SELECT FROM identity.classroom_member m JOIN identity.person p ON p.id = m.account_id
       WHERE m.classroom_id = $1 AND p.email = given.email)
     ON CONFLICT (classroom_id, email) DO NOTHING RETURNING id, email`,
    [
      classroomId,
      given.map(randomId),
      given,
      role,
      addMilliseconds(now, hours(24 * teachingLimits.invitationDays)),
    ],
  );
  const [waiting] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM identity.classroom_invitation WHERE classroom_id = $1`,
    [classroomId],
  );
  if ((waiting?.n ?? 0) > teachingLimits.invitations) throw new DomainError('too_many_invitations');
  return added;
}
