import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/clock';
import { badField } from '../platform/errors';
import { timeOrderedId } from '../platform/ids';
import { Secrets } from '../platform/secrets';
import { UnitOfWork, type Transaction } from '../platform/unit-of-work';
import { newInvitationCode } from './invitation-code.rule';
import { invitationHash } from './steps/spend-invitation';

export interface InvitationTerms {
  /** The administrator; null for the demo seed. */
  createdBy: string | null;
  /** Null: as often as wanted. */
  maxUses: number | null;
  expiresAt: Date | null;
}
export interface NewInvitation { _id: string; code: string; max_uses: number | null; uses: number; expires_at: string | null; created_at: string }

/** Adds an invitation. The code is in the answer and nowhere else: only its keyed hash is kept. */
export async function createInvitationFor(tx: Transaction, secrets: Secrets, { createdBy, maxUses, expiresAt }: InvitationTerms): Promise<NewInvitation> {
  const code = newInvitationCode();
  const id = timeOrderedId();
  const [row] = await tx.query<{ created_at: Date }>(
    `INSERT INTO identity.invitation (id, code_hash, max_uses, expires_at, created_by) VALUES ($1, $2, $3, $4, $5) RETURNING created_at`,
    [id, invitationHash(secrets, code), maxUses, expiresAt, createdBy],
  );
  if (!row) throw new Error('the invitation was not written');
  return { _id: id, code, max_uses: maxUses, uses: 0, expires_at: expiresAt?.toISOString() ?? null, created_at: row.created_at.toISOString() };
}

export class CreateInvitation extends Command<NewInvitation> {
  constructor(readonly terms: InvitationTerms, readonly requestId: string) {
    super();
  }
}

@CommandHandler(CreateInvitation)
export class CreateInvitationHandler implements ICommandHandler<CreateInvitation> {
  constructor(private readonly unitOfWork: UnitOfWork, private readonly secrets: Secrets, private readonly clock: Clock) {}

  /** @throws DomainError validation_failed when it would have expired already. */
  execute({ terms, requestId }: CreateInvitation): Promise<NewInvitation> {
    if (terms.expiresAt && terms.expiresAt <= this.clock.now()) throw badField('expires_at', 'in_the_past');
    return this.unitOfWork.run((tx) => createInvitationFor(tx, this.secrets, terms), { requestId });
  }
}
