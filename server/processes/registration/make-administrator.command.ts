import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { makeAdministrator } from '../../access/accounts/account-changes.store';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import { replaceResetCode } from '../../authentication/password/reset-codes.store';
import { provisionAccount } from './provision-account';

/**
 * `code` is a reset code with which the administrator sets a first password; only its hash is
 * stored. `code-renewed`: the administrator existed already but had no way to sign in, so a new
 * code replaces the earlier one.
 */
export type MakeAdministratorOutcome =
  | { outcome: 'created' | 'code-renewed'; code: string }
  | { outcome: 'promoted' | 'unchanged' };

export class MakeAdministrator extends Command<MakeAdministratorOutcome> {
  /** @param email lower case, checked against the contract */
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(MakeAdministrator)
export class MakeAdministratorHandler implements ICommandHandler<MakeAdministrator> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the account of an address an administrator, and creates the account if there is none. The
   * operator needs this command for the first administrator, whom no other administrator can
   * appoint, and may also use it later. A new account has no password: its holder sets one with a
   * code that expires (ASVS 5.0, 6.4.1).
   */
  async execute({ email }: MakeAdministrator): Promise<MakeAdministratorOutcome> {
    return this.unitOfWork.run(async (tx): Promise<MakeAdministratorOutcome> => {
      const now = this.clock.now();
      const { id, created } = await provisionAccount(
        tx,
        {
          email,
          first_name: 'Commonlab',
          last_name: 'Administrator',
          role: 'ADMINISTRATOR',
          passwordHash: null,
        },
        now,
      );
      // The record has no actor: the server's operator gave the role, not an account.
      const given = () =>
        tx.audit('role-given', { actor: null, subject: id, details: { by: 'operator' } }, now);
      const codeOf = async () => (await replaceResetCode(tx, this.secrets, id, now)).code;
      if (created) {
        await given();
        return { outcome: 'created', code: await codeOf() };
      }
      if (!(await makeAdministrator(tx, id, now))) {
        return (await this.hasNoWayIn(tx, id))
          ? { outcome: 'code-renewed', code: await codeOf() }
          : { outcome: 'unchanged' };
      }
      await given();
      tx.record('identity.profile-changed', { account_id: id });
      return { outcome: 'promoted' };
    });
  }

  /**
   * Whether the account has neither a password nor a linked identity. Then its holder has not used
   * the code that an earlier run of this command printed.
   */
  private async hasNoWayIn(tx: Transaction, accountId: string): Promise<boolean> {
    const account = await lockAccountRow(tx, accountId);
    const identities = await tx.query(
      `SELECT id FROM identity.linked_identity WHERE account_id = $1`,
      [accountId],
    );
    return account?.has_password === false && identities.length === 0;
  }
}
