import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OidcProvider } from '../../../contracts/authentication/identities';
import {
  OidcSignIn,
  type OidcRequester,
  type OidcSignInResult,
  type OidcCallback,
} from '../../authentication/oidc/oidc-sign-in';
import { Secrets } from '../../platform/security/secrets';
import { externalSignInSteps } from '../registration/external-sign-in-steps';

export class FinishOidc extends Command<OidcSignInResult> {
  constructor(
    readonly provider: OidcProvider,
    readonly returned: OidcCallback,
    readonly browser: OidcRequester,
    readonly requestId: string,
  ) {
    super();
  }
}

/**
 * Completes an OpenID flow: signs a person in or links an identity to an account, and registers a
 * person who has no account yet.
 */
@CommandHandler(FinishOidc)
export class FinishOidcHandler implements ICommandHandler<FinishOidc> {
  constructor(
    private readonly flows: OidcSignIn,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError as `OidcSignIn.finish` */
  execute(finish: FinishOidc): Promise<OidcSignInResult> {
    return this.flows.finish(finish, externalSignInSteps(this.secrets));
  }
}
