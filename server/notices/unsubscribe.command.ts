import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NoticeKind } from '../../contracts/notices/notices';
import { lockAccountRow } from '../access/accounts/accounts.store';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { isNoticeSwitchedOn, lockPreferences, storePreferences } from './preferences.store';
import { UnsubscribeTokens } from './unsubscribe-tokens';

export class Unsubscribe extends Command<NoticeKind> {
  constructor(
    readonly token: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(Unsubscribe)
export class UnsubscribeHandler implements ICommandHandler<Unsubscribe> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /**
   * Switches off only the kind of notification that the token names. Idempotent.
   * @returns the kind, even if the account was deleted, so that the response does not reveal
   * whether it exists
   * @throws DomainError not_found if this server did not make the token
   */
  async execute({ token, requestId }: Unsubscribe): Promise<NoticeKind> {
    const told = this.tokens.read(token);
    if (!told) throw new DomainError('not_found');
    const { accountId, kind } = told;
    await this.unitOfWork.run(
      async (tx) => {
        if (!(await lockAccountRow(tx, accountId, 'key share'))) return;
        const chosen = await lockPreferences(tx, accountId);
        if (!isNoticeSwitchedOn(kind, chosen)) return;
        await storePreferences(
          tx,
          accountId,
          kind === 'new_studies'
            ? { ...chosen, new_studies: false }
            : { ...chosen, off: [...chosen.off, kind] },
        );
      },
      { requestId },
    );
    return kind;
  }
}
