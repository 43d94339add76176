import { Inject, Injectable } from '@nestjs/common';
import { authorizationCodeGrant } from 'openid-client';
import type { OidcProvider } from '../../../contracts/authentication/identities';
import type { Language } from '../../../contracts/base/languages';
import { CONFIG, type Config } from '../../config';
import { Clock, addMilliseconds } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { Secrets, sha256 } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  countRefusedProviderSignIn,
  limitFailedProviderSignIns,
} from '../failed-sign-ins/failed-sign-in-counters';
import { requireIssuedToken, type IssuedToken } from '../complete-sign-in';
import { storePendingLink, type PendingLinkToken } from '../pending-identity-link';
import { linkIdentityToAccount } from '../identities.store';
import {
  resolveExternalIdentity,
  type NewAccountSteps,
  type VerifiedPerson,
  type ResolvedIdentity,
} from '../resolve-external-identity';
import { limitUnverifiedEmailSignIns } from '../../accounts/unverified-email-limit';
import { IdTokens } from './id-tokens';
import { convertIssuerError, describeOidcError } from './oidc-errors';
import { callbackUrl, secretsOfReturnedState, type OidcFlowSecrets } from './oidc-flow';
import { clockToleranceSeconds, OidcProviders } from './oidc-providers';

export interface OidcCallback {
  flowKey: string;
  query: string;
}
export interface OidcRequester {
  accountId: string | null;
  language: Language;
  device: string | null;
  ip: string;
}
type Entering = (
  | Extract<ResolvedIdentity, { kind: 'entered' }>
  | { kind: 'proof_needed'; kept: PendingLinkToken }
  | { kind: 'linked'; account_id: string }
) & { created?: boolean };
interface Flow {
  id: string;
  purpose: 'sign-in' | 'link';
  account_id: string | null;
  remember: boolean;
  fresh: boolean;
  is_researcher: boolean;
  invitation_hash: Buffer | null;
  created_at: Date;
}
export type OidcSignInResult =
  | { outcome: 'signed_in'; issued: IssuedToken }
  | { outcome: 'linked'; account_id: string }
  | ({ outcome: 'proof_needed' } & PendingLinkToken);

export interface OidcReturnRequest {
  readonly provider: OidcProvider;
  readonly returned: OidcCallback;
  readonly browser: OidcRequester;
  readonly requestId: string;
}

/**
 * Finishes a sign-in, or the linking of an identity, by OpenID Connect, after the provider has
 * redirected the browser back.
 */
@Injectable()
export class OidcSignIn {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly providers: OidcProviders,
    private readonly tokens: IdTokens,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Finishes the flow. The flow is deleted before the provider's code is exchanged, so that neither the flow nor the
   * code can be used again, even after a failure.
   * @throws DomainError unsupported_issuer, issuer_unavailable, issuer_refused, sign_in_not_fresh, invalid_flow,
   * invalid_invitation, identity_taken, identity_unknown, account_disabled, second_factor_required, unauthenticated,
   * too_many_requests
   */
  async finish(
    { provider, returned, browser, requestId }: OidcReturnRequest,
    steps: NewAccountSteps,
  ): Promise<OidcSignInResult> {
    const entering = await limitFailedProviderSignIns(
      this.limit,
      browser.ip,
      () => this.enterOrLink({ provider, returned, browser, requestId }, steps),
      ({ kind }) => kind === 'proof_needed',
    );
    if (entering.kind === 'linked') return { outcome: 'linked', account_id: entering.account_id };
    return entering.kind === 'proof_needed'
      ? { outcome: 'proof_needed', ...entering.kept }
      : { outcome: 'signed_in', issued: requireIssuedToken(entering.entered) };
  }

  private async enterOrLink(
    { provider, returned, browser, requestId }: OidcReturnRequest,
    steps: NewAccountSteps,
  ): Promise<Entering> {
    const flow = await this.takeFlow(provider, returned, browser, requestId);
    const proven = () => this.prove(provider, flow, returned.query, requestId);
    if (flow.purpose === 'link' && flow.account_id !== null)
      return this.link(flow.account_id, await proven(), requestId);
    const means = { unitOfWork: this.unitOfWork, secrets: this.secrets, clock: this.clock };
    return countRefusedProviderSignIn(means, browser.ip, async () => {
      const person = await proven();
      return limitUnverifiedEmailSignIns(
        this.limit,
        clientNetworkOf(browser.ip),
        person,
        (mayMail) => this.enter(flow, { person, mayMail, steps }, browser, requestId),
      );
    });
  }

  /**
   * Fetches and deletes a pending flow, so that it works only once. The flow must belong to this
   * browser and this provider and, if an identity is to be linked, to this account.
   */
  private async takeFlow(
    provider: OidcProvider,
    { flowKey, query }: OidcCallback,
    { accountId }: OidcRequester,
    requestId: string,
  ): Promise<Flow & OidcFlowSecrets> {
    const flow = await this.unitOfWork.run(
      async (tx) => {
        const [row] = await tx.query<Flow>(
          `DELETE FROM identity.oidc_flow WHERE key_hash = $1 AND provider = $2 AND expires_at > $3
           RETURNING id, purpose, account_id, remember, fresh, is_researcher, invitation_hash, created_at`,
          [sha256(flowKey), provider, this.clock.now()],
        );
        return row;
      },
      { requestId },
    );
    const [state, ...more] = new URLSearchParams(query).getAll('state');
    if (!flow || state === undefined || more.length > 0) throw new DomainError('invalid_flow');
    const proofs = secretsOfReturnedState(this.secrets, flow.id, state);
    if (!proofs) throw new DomainError('invalid_flow');
    if (flow.purpose === 'link' && accountId === null) throw new DomainError('unauthenticated');
    if (flow.purpose === 'link' && flow.account_id !== accountId)
      throw new DomainError('invalid_flow');
    return { ...flow, ...proofs };
  }

  /**
   * Exchanges the code for an ID token (checking state, issuer, PKCE and nonce). Then verifies the
   * token by the same rules as a token that a client sends.
   */
  private async prove(
    provider: OidcProvider,
    flow: Flow & OidcFlowSecrets,
    query: string,
    requestId: string,
  ): Promise<VerifiedPerson> {
    const { configuration } = await this.providers.known(provider);
    const url = callbackUrl(this.config);
    url.search = query;
    const { state, nonce, verifier } = flow;
    try {
      const { id_token } = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { person } = await this.tokens.verify(provider, id_token ?? '');
      mustBeFresh(flow, person);
      return person;
    } catch (error) {
      const refusal = convertIssuerError(error);
      this.log.warn(
        { provider, request_id: requestId, code: refusal.code, ...describeOidcError(error) },
        'an OpenID sign-in failed',
      );
      throw refusal.code === 'invalid_identity_token' ? new DomainError('issuer_refused') : refusal;
    }
  }

  private link(accountId: string, person: VerifiedPerson, requestId: string): Promise<Entering> {
    return this.unitOfWork.run(
      async (tx) => {
        await linkIdentityToAccount(tx, accountId, person, this.clock.now());
        return { kind: 'linked', account_id: accountId };
      },
      { requestId },
    );
  }

  private enter(
    flow: Flow,
    { person, ...means }: { person: VerifiedPerson; mayMail: boolean; steps: NewAccountSteps },
    { language, device }: OidcRequester,
    requestId: string,
  ): Promise<Entering> {
    const newcomer = {
      is_researcher: flow.is_researcher,
      invitation_code: flow.invitation_hash,
      language,
    };
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const recognised = await resolveExternalIdentity(
          tx,
          { secrets: this.secrets, ...means },
          person,
          newcomer,
          { remembered: flow.remember, device },
          now,
        );
        return recognised.kind === 'entered'
          ? recognised
          : {
              kind: 'proof_needed',
              kept: await storePendingLink(tx, this.secrets, recognised, person, now),
            };
      },
      { requestId },
    );
  }
}

/**
 * Checks that the provider authenticated the person after the flow had begun, if the flow requires
 * that. The check uses `auth_time`, because the person can remove `prompt=login` from the URL in
 * the browser. If a provider does not state `auth_time`, there is no check.
 * @throws DomainError sign_in_not_fresh
 */
function mustBeFresh({ fresh, created_at }: Flow, { proved_at }: VerifiedPerson): void {
  if (fresh && proved_at && proved_at < addMilliseconds(created_at, -clockToleranceSeconds * 1000))
    throw new DomainError('sign_in_not_fresh');
}
