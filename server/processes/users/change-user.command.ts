import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { UserChange } from '../../../contracts/accounts/user-administration';
import type { AuditAction } from '../../../contracts/audit/audit';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import {
  disableAccount,
  enableAccount,
  makeAdministrator,
  removeAdministratorRole,
} from '../../access/accounts/account-changes.store';
import { lockAccountRow, type AccountRow } from '../../access/accounts/accounts.store';
import {
  takeAdministratorsLock,
  mustKeepAnotherAdministrator,
  mustStillBeAdministrator,
} from '../../access/accounts/administrators-lock';
import { addAccountNote } from '../../accounts/add-account-note';
import { revokeSignInsWithoutEvent } from '../../authentication/sign-ins/revoke-sign-ins';

/** Changes another person's account for an administrator. */
export class ChangeUser extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly change: z.output<typeof UserChange>,
    readonly administratorId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeUser)
export class ChangeUserHandler implements ICommandHandler<ChangeUser> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Unchanged fields are neither written nor audited. An account that loses the role or is disabled
   * is signed out everywhere. Otherwise its open pages would still receive messages that the person
   * may no longer see.
   * @throws DomainError forbidden for the own account, not_found, last_administrator,
   * illegal_transition
   */
  execute({ accountId, change, administratorId, requestId }: ChangeUser): Promise<void> {
    return this.unitOfWork.run(
      async (tx) => {
        await takeAdministratorsLock(tx);
        await mustStillBeAdministrator(tx, administratorId);
        if (accountId === administratorId) throw new DomainError('forbidden');
        const account = await lockAccountRow(tx, accountId);
        if (!account) throw new DomainError('not_found');
        const actions = actionsOf(account, change);
        if (actions.length === 0) return;
        if (actions.some(takesAnAdministrator(account)))
          await mustKeepAnotherAdministrator(tx, accountId);
        const now = this.clock.now();
        for (const action of actions) await writes[action](tx, accountId, now);
        if (actions.includes('role-taken') || actions.includes('account-disabled'))
          await revokeSignInsWithoutEvent(tx, accountId);
        if (actions.includes('account-disabled'))
          tx.record('identity.account-disabled', { account_id: accountId });
        else if (actions.includes('role-taken'))
          tx.record('identity.signed-out', { account_id: accountId, token_id: null });
        tx.record('identity.profile-changed', { account_id: accountId });
        const details = await addAccountNote(tx, this.secrets, {
          accountId,
          reason: change.reason,
          at: now,
        });
        for (const action of actions)
          await tx.audit(action, { actor: administratorId, subject: accountId, details }, now);
      },
      { requestId },
    );
  }
}

type Write = (tx: Transaction, accountId: string, now: Date) => Promise<unknown>;
const writes = {
  'role-given': makeAdministrator,
  'role-taken': removeAdministratorRole,
  'account-disabled': disableAccount,
  'account-enabled': enableAccount,
} satisfies Partial<Record<AuditAction, Write>>;
type Action = keyof typeof writes;

/**
 * Returns the actions that lead from the account's present state to the requested one.
 * @throws DomainError illegal_transition if the account would get a role that it cannot use.
 */
function actionsOf(
  account: AccountRow,
  { role, disabled }: { role?: 'ADMINISTRATOR' | null | undefined; disabled?: boolean | undefined },
): Action[] {
  const actions: Action[] = [];
  if (disabled === true && account.disabled_at === null) actions.push('account-disabled');
  if (disabled === false && account.disabled_at !== null) actions.push('account-enabled');
  if (role === null && account.role !== null) actions.push('role-taken');
  if (role === 'ADMINISTRATOR' && account.role === null) {
    const isDisabled = disabled ?? account.disabled_at !== null;
    if (account.status !== 'ACTIVE' || isDisabled || account.deletion_at !== null)
      throw new DomainError('illegal_transition', {
        from: isDisabled ? 'DISABLED' : account.deletion_at ? 'DELETING' : account.status,
      });
    actions.push('role-given');
  }
  return actions;
}

const takesAnAdministrator = (account: AccountRow) => (action: Action) =>
  account.role === 'ADMINISTRATOR' && (action === 'role-taken' || action === 'account-disabled');
