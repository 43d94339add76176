import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { mustActAsAdministrator } from '../../access/as-administrator';
import { Clock } from '../../platform/concurrency/clock';
import { badField } from '../../platform/errors/errors';
import { timeOrderedId } from '../../platform/db/ids';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { invitationHash, newInvitationCode } from './invitation-code';

export interface InvitationTerms {
  /** The administrator; null when the server itself creates the invitation. */
  createdBy: string | null;
  /** How often the invitation can be used; null means without limit. */
  maxUses: number | null;
  expiresAt: Date | null;
  label?: string | null;
}
export interface NewInvitation {
  _id: string;
  code: string;
}

/** Adds an invitation. Only the answer contains the code: the table keeps its keyed hash. */
export async function createInvitationFor(
  tx: Transaction,
  secrets: Secrets,
  { createdBy, maxUses, expiresAt, label = null }: InvitationTerms,
): Promise<NewInvitation> {
  const code = newInvitationCode();
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.invitation (id, code_hash, max_uses, expires_at, created_by, label) VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, invitationHash(secrets, code), maxUses, expiresAt, createdBy, label],
  );
  return { _id: id, code };
}

export class CreateInvitation extends Command<NewInvitation> {
  constructor(
    readonly terms: InvitationTerms,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(CreateInvitation)
export class CreateInvitationHandler implements ICommandHandler<CreateInvitation> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError validation_failed if the invitation's expiry is in the past */
  execute({ terms, requestId }: CreateInvitation): Promise<NewInvitation> {
    const now = this.clock.now();
    if (terms.expiresAt && terms.expiresAt <= now) throw badField('expires_at', 'in_the_past');
    return this.unitOfWork.run(
      async (tx) => {
        if (terms.createdBy !== null) await mustActAsAdministrator(tx, terms.createdBy);
        const invitation = await createInvitationFor(tx, this.secrets, terms);
        await tx.audit(
          'invitation-created',
          {
            actor: terms.createdBy,
            details: {
              invitation_id: invitation._id,
              max_uses: terms.maxUses,
              expires_at: terms.expiresAt?.toISOString() ?? null,
            },
          },
          now,
        );
        return invitation;
      },
      { requestId },
    );
  }
}
