import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { InvitationChange } from '../../../contracts/researchers/researchers';
import type { AuditDetails } from '../../../contracts/audit/audit';
import { mustActAsAdministrator } from '../../access/as-administrator';
import { Clock } from '../../platform/concurrency/clock';
import { badField, DomainError } from '../../platform/errors/errors';
import { UnitOfWork } from '../../platform/db/unit-of-work';

export type InvitationChanges = z.output<typeof InvitationChange>;

export class ChangeInvitation extends Command<void> {
  constructor(
    readonly id: string,
    readonly changes: InvitationChanges,
    readonly administrator: string,
    readonly requestId: string,
  ) {
    super();
  }
}

interface Row {
  max_uses: number | null;
  uses: number;
  expires_at: Date | null;
  label: string | null;
  revoked_at: Date | null;
}

@CommandHandler(ChangeInvitation)
export class ChangeInvitationHandler implements ICommandHandler<ChangeInvitation> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the limit, expiry or label of an invitation, or revokes it. Locks the invitation's row.
   * A registration that uses the code locks this row, too, so the later transaction sees the
   * changes of the earlier one.
   * @throws DomainError not_found; illegal_transition if the invitation is revoked;
   * validation_failed for a limit below the number of past uses, or a day in the past
   */
  async execute({ id, changes, administrator, requestId }: ChangeInvitation): Promise<void> {
    const now = this.clock.now();
    const expiresAt = changes.expires_at ? new Date(changes.expires_at) : null;
    if (expiresAt && expiresAt <= now) throw badField('expires_at', 'in_the_past');
    await this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, administrator);
        const [before] = await tx.query<Row>(
          `SELECT max_uses, uses, expires_at, label, revoked_at FROM identity.invitation WHERE id = $1 FOR UPDATE`,
          [id],
        );
        if (!before) throw new DomainError('not_found');
        const { revoked, ...rest } = changes;
        if (before.revoked_at) {
          // Revoking is idempotent: the client may repeat a request whose answer was lost.
          if (revoked && Object.values(rest).every((v) => v === undefined)) return;
          throw new DomainError('illegal_transition', { from: 'revoked' });
        }
        if (changes.max_uses != null && changes.max_uses < before.uses)
          throw badField('max_uses', 'too_small');
        const after = {
          max_uses: changes.max_uses === undefined ? before.max_uses : changes.max_uses,
          expires_at: changes.expires_at === undefined ? before.expires_at : expiresAt,
          label: changes.label === undefined ? before.label : changes.label || null,
        };
        await tx.query(
          `UPDATE identity.invitation SET max_uses = $2, expires_at = $3, label = $4, revoked_at = $5 WHERE id = $1`,
          [id, after.max_uses, after.expires_at, after.label, revoked ? now : null],
        );
        const details: AuditDetails = {
          invitation_id: id,
          max_uses: after.max_uses,
          expires_at: after.expires_at?.toISOString() ?? null,
        };
        await tx.audit(
          revoked ? 'invitation-revoked' : 'invitation-changed',
          { actor: administrator, details },
          now,
        );
      },
      { requestId },
    );
  }
}
