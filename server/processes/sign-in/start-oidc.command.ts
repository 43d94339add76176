import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type {
  OidcFlow,
  OidcProvider,
  OidcStart,
} from '../../../contracts/authentication/identities';
import { StartOidcFlow } from '../../authentication/oidc/start-oidc-flow';
import { Secrets } from '../../platform/security/secrets';
import { invitationHash } from '../../researchers/invitations/invitation-code';

export class StartOidc extends Command<z.output<typeof OidcFlow>> {
  /** @param accountId the account to link to; null for a sign-in. */
  constructor(
    readonly provider: OidcProvider,
    readonly wanted: z.output<typeof OidcStart>,
    readonly accountId: string | null,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

/**
 * Starts a sign-in, or the linking of an identity, at a provider. An invitation code is stored with
 * the flow, as a hash, until the person returns from the provider.
 */
@CommandHandler(StartOidc)
export class StartOidcHandler implements ICommandHandler<StartOidc> {
  constructor(
    private readonly flows: StartOidcFlow,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError as `StartOidcFlow.start` */
  execute(start: StartOidc): Promise<z.output<typeof OidcFlow>> {
    const code = start.wanted.invitation_code;
    return this.flows.start({
      ...start,
      invitationHash: code ? invitationHash(this.secrets, code) : null,
    });
  }
}
