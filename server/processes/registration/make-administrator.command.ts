import { randomInt } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { makeAdministrator } from '../../access/accounts/account-changes.store';
import { Passwords } from '../../authentication/password/passwords';
import { provisionAccount } from './provision-account';

/** `password` only for a newly created account: it is not stored anywhere else. */
export type MadeAdministrator =
  { outcome: 'created'; password: string } | { outcome: 'promoted' | 'unchanged' };

export class MakeAdministrator extends Command<MadeAdministrator> {
  /** @param email lower case, checked against the contract */
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(MakeAdministrator)
export class MakeAdministratorHandler implements ICommandHandler<MakeAdministrator> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  /**
   * The first administrator cannot be appointed by another one; later ones may be made the same
   * way.
   */
  async execute({ email }: MakeAdministrator): Promise<MadeAdministrator> {
    const password = newPassword();
    const passwordHash = await this.passwords.hash(password);
    return this.unitOfWork.run(async (tx): Promise<MadeAdministrator> => {
      const now = this.clock.now();
      const { id, created } = await provisionAccount(
        tx,
        {
          email,
          first_name: 'Commonlab',
          last_name: 'Administrator',
          role: 'ADMINISTRATOR',
          passwordHash,
        },
        now,
      );
      // Recorded without an actor: the server's operator gave the role, not an account.
      const given = () =>
        tx.audit('role-given', { actor: null, subject: id, details: { by: 'operator' } }, now);
      if (created) {
        await given();
        return { outcome: 'created', password };
      }
      if (!(await makeAdministrator(tx, id, now))) return { outcome: 'unchanged' };
      await given();
      tx.record('identity.profile-changed', { account_id: id });
      return { outcome: 'promoted' };
    });
  }
}

const letters = 'abcdefghijkmnpqrstuvwxyz';
const pick = (from: string) => from.charAt(randomInt(from.length));
const some = (n: number, from: string) => Array.from({ length: n }, () => pick(from)).join('');

/**
 * Meets the rules of docs/specification.md, 5 and can be typed off a terminal: four groups of five,
 * about 90 bits.
 */
export const newPassword = () =>
  [
    pick(letters.toUpperCase()) + some(4, letters),
    some(5, letters),
    some(5, letters),
    some(4, letters) + pick('23456789'),
  ].join('-');
