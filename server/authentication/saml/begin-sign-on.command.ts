import { authenticationRateLimits } from '../authentication.rate-limits';
import { randomBytes } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import type { PendingAuthnRequest } from './authn-request';
import { SamlStrategy } from './saml.strategy';
import { domainOfAddress } from './subject.rule';

/**
 * How long a request waits for the provider's response: long enough for the provider's own
 * password, second factor and consent.
 */
const requestLasts = minutes(15);

type AskedProvider = Pick<PendingAuthnRequest, 'entity_id' | 'sso_url'> & {
  id: string;
  /**
   * When an administrator requested the change that is to be tested. Null for a test of the
   * settings in force, and for a sign-on.
   */
  waiting_since: Date | null;
};

/**
 * Begins a single sign-on. Returns the URL at the identity provider, to which the web app redirects
 * the browser.
 */
export class BeginSignOn extends Command<string> {
  /**
   * @param whose an email address, of which only the domain matters, or a connection that an
   *   administrator tests. `waiting`: whether to test the settings of the waiting change instead of
   *   those in force
   * @param fresh whether the provider must authenticate the person again
   */
  constructor(
    readonly whose: { email: string } | { connectionId: string; waiting: boolean },
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
    private readonly strategy: SamlStrategy,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError no_sso_for_domain, not_found, too_many_requests */
  async execute({ whose, fresh, ip, requestId }: BeginSignOn): Promise<string> {
    await this.limit.consume(authenticationRateLimits.signOnBegun, clientNetworkOf(ip));
    const request = await this.unitOfWork.run(
      async (tx) => {
        const isTest = 'connectionId' in whose;
        const asked = isTest
          ? await (whose.waiting ? waitingConnection : connection)(tx, whose.connectionId)
          : await connectionOf(tx, domainOfAddress(whose.email.trim()));
        if (!asked) throw new DomainError(isTest ? 'not_found' : 'no_sso_for_domain');
        const purpose = isTest ? 'test' : 'sign-in';
        return saveRequest(tx, newRequest(asked, purpose, fresh, this.clock.now()));
      },
      { requestId },
    );
    return this.strategy.signOnUrl(request);
  }
}

/**
 * Makes a request. Its id begins with `_`, since an xs:ID must not begin with a digit. Its
 * RelayState must be shorter than 80 bytes (SAML bindings, 3.4.3).
 */
const newRequest = (
  { id, entity_id, sso_url, waiting_since }: AskedProvider,
  purpose: PendingAuthnRequest['purpose'],
  fresh: boolean,
  now: Date,
): PendingAuthnRequest => ({
  id: `_${randomBytes(20).toString('hex')}`,
  relay_state: randomBytes(24).toString('base64url'),
  connection_id: id,
  purpose,
  fresh,
  created_at: now,
  expires_at: addMilliseconds(now, requestLasts),
  entity_id,
  sso_url,
  waiting_since,
});

/**
 * Stores the request. The row proves later that this server requested a response (InResponseTo),
 * from which provider, and for what purpose.
 */
async function saveRequest(
  tx: Transaction,
  request: PendingAuthnRequest,
): Promise<PendingAuthnRequest> {
  await tx.query(
    `INSERT INTO identity.saml_request (id, connection_id, purpose, relay_state, fresh, created_at, expires_at, waiting_since)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      request.id,
      request.connection_id,
      request.purpose,
      request.relay_state,
      request.fresh,
      request.created_at,
      request.expires_at,
      request.waiting_since,
    ],
  );
  return request;
}

async function connection(tx: Transaction, id: string): Promise<AskedProvider | undefined> {
  const [row] = await tx.query<AskedProvider>(
    `SELECT id, entity_id, sso_url, NULL::timestamptz AS waiting_since FROM identity.saml_connection
     WHERE id = $1 FOR KEY SHARE`,
    [id],
  );
  return row;
}

/**
 * Reads a connection with the identity provider that it would have if its waiting change took
 * effect.
 * @returns undefined if no change waits
 */
async function waitingConnection(tx: Transaction, id: string): Promise<AskedProvider | undefined> {
  const [row] = await tx.query<AskedProvider>(
    `SELECT id, coalesce(waiting->'provider'->>'entity_id', entity_id) AS entity_id,
       coalesce(waiting->'provider'->>'sso_url', sso_url) AS sso_url, waiting_since
     FROM identity.saml_connection WHERE id = $1 AND waiting IS NOT NULL FOR KEY SHARE`,
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
    `SELECT c.id, c.entity_id, c.sso_url, NULL::timestamptz AS waiting_since FROM identity.saml_domain d
     JOIN identity.saml_connection c ON c.id = d.connection_id WHERE d.domain = $1
     AND c.enabled FOR KEY SHARE OF c`,
    [domain],
  );
  return row;
}
