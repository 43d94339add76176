import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ExternalParticipationRead } from '../enrolment/participations/external-participation.read';
import { ExternalSecrets } from './external-secrets';

/**
 * Replaces the secret of a session, because other people may know it. The former secret, and the
 * token and the codes that were derived from it, no longer work.
 */
export class RenewExternalSecret extends Command<void> {
  constructor(
    readonly sessionId: string,
    readonly accountId: string,
  ) {
    super();
  }
}

@CommandHandler(RenewExternalSecret)
export class RenewExternalSecretHandler implements ICommandHandler<RenewExternalSecret> {
  constructor(
    private readonly outside: ExternalParticipationRead,
    private readonly secrets: ExternalSecrets,
  ) {}

  /** @throws DomainError not_found */
  async execute({ sessionId, accountId }: RenewExternalSecret): Promise<void> {
    await this.outside.mustRun(sessionId, accountId);
    await this.secrets.renew(sessionId);
  }
}
