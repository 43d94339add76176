import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IssuedToken, SignInProvider } from '../../authentication/complete-sign-in';
import type { NewAccount } from '../../authentication/resolve-external-identity';
import { TokenSignIn } from '../../authentication/token-sign-in';
import { Secrets } from '../../platform/security/secrets';
import { accountSteps } from '../registration/account-steps';

export class SignInWithToken extends Command<IssuedToken> {
  /** @param token the ID token of an OpenID issuer, or the token of `redeem` */
  constructor(
    readonly issuer: string,
    readonly token: string,
    readonly newcomer: NewAccount,
    readonly way: Omit<SignInProvider, 'method' | 'proved_at'>,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

/** Signs in by a provider's token, and registers a person who has no account yet. */
@CommandHandler(SignInWithToken)
export class SignInWithTokenHandler implements ICommandHandler<SignInWithToken> {
  constructor(
    private readonly tokens: TokenSignIn,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError as `TokenSignIn.signIn` */
  execute(wanted: SignInWithToken): Promise<IssuedToken> {
    return this.tokens.signIn(wanted, accountSteps(this.secrets));
  }
}
