import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { SsoTokens } from './sso-tokens';

/**
 * Exchanges a code for a token of the issuer `ssoready`. The browser got the code when the single
 * sign-on was finished.
 */
export class RedeemCode extends Command<string> {
  constructor(
    readonly code: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RedeemCode)
export class RedeemCodeHandler implements ICommandHandler<RedeemCode> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tokens: SsoTokens,
  ) {}

  /** @throws DomainError invalid_code */
  execute({ code, requestId }: RedeemCode): Promise<string> {
    return this.unitOfWork.run(
      async (tx) => {
        const token = await this.tokens.redeem(tx, code);
        if (token === undefined) throw new DomainError('invalid_code');
        return token;
      },
      { requestId },
    );
  }
}
