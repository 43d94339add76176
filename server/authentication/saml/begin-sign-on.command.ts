import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, hours } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import { networkOf, RateLimit, type Rule } from '../../platform/security/rate-limit';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { domainOf } from './mail-domain.rule';
import { ServiceProvider } from './service-provider';
import { newAuthnRequest, type AskedProvider } from './authn-request';

/**
 * Each one leaves a row for a quarter of an hour. A lecture hall behind one address begins a few
 * hundred.
 */
const begun: Rule = { name: 'sso-begun', free: 2_000, windowMs: hours(1) };

/** Answers where to send the browser. */
export class BeginSignOn extends Command<string> {
  /**
   * @param whose an address, of which only the domain counts, or a connection that an administrator
   * tries out, enabled or not
   * @param fresh whether the provider has to prove the person anew
   */
  constructor(
    readonly whose: { email: string } | { connectionId: string },
    readonly fresh: boolean,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(BeginSignOn)
export class BeginSignOnHandler implements ICommandHandler<BeginSignOn> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly provider: ServiceProvider,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError no_sso_for_domain, not_found, too_many_requests */
  async execute({ whose, fresh, ip, requestId }: BeginSignOn): Promise<string> {
    await this.limit.take(begun, networkOf(ip));
    const request = await this.unitOfWork.run(
      async (tx) => {
        const isTest = 'connectionId' in whose;
        const asked = isTest
          ? await connection(tx, whose.connectionId)
          : await connectionOf(tx, domainOf(whose.email.trim()));
        if (!asked) throw new DomainError(isTest ? 'not_found' : 'no_sso_for_domain');
        return newAuthnRequest(
          tx,
          asked,
          { purpose: isTest ? 'test' : 'sign-in', fresh },
          this.clock.now(),
        );
      },
      { requestId },
    );
    return this.provider.signOnUrl(request);
  }
}

async function connection(tx: Transaction, id: string): Promise<AskedProvider | undefined> {
  const [row] = await tx.query<AskedProvider>(
    `SELECT id, entity_id, sso_url FROM identity.saml_connection WHERE id = $1 FOR KEY SHARE`,
    [id],
  );
  return row;
}

async function connectionOf(
  tx: Transaction,
  domain: string | undefined,
): Promise<AskedProvider | undefined> {
  if (domain === undefined) return undefined;
  const [row] = await tx.query<AskedProvider>(
    `SELECT c.id, c.entity_id, c.sso_url FROM identity.saml_domain d
     JOIN identity.saml_connection c ON c.id = d.connection_id WHERE d.domain = $1
     AND c.enabled FOR KEY SHARE OF c`,
    [domain],
  );
  return row;
}
