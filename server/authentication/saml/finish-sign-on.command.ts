import { authenticationRateLimits } from '../authentication.rate-limits';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { sha256 } from '../../platform/security/secrets';
import { countSamlFault } from './connections/faults.store';
import type { ProviderMetadata } from './connections/provider-metadata';
import { domainsOfConnectionSql, type PendingChangeTestResult } from './connections/trust';
import { claimedIssuer, claimedRequestId, parseSamlResponse } from './unverified-response';
import { publicErrorCode, SamlError, errorHintOf } from './saml-error';
import type { AnsweredAuthnRequest } from './authn-request';
import { SamlStrategy, type VerifiedAssertion } from './saml.strategy';
import { SsoTokens } from './sso-tokens';
import { attributeNames, personInAssertion, type AssertedPerson } from './subject.rule';

/**
 * The outcome of a provider's response, with which the browser is redirected: a code for the web
 * app, the result of a connection's test, or a refusal.
 */
export type SignOnResult =
  | { kind: 'signed_on'; code: string; state: string }
  | { kind: 'tested'; connection_id: string; is_waiting: boolean }
  | {
      kind: 'refused';
      code: ReturnType<typeof publicErrorCode>;
      about: ReturnType<typeof errorHintOf>;
    };

export class FinishSignOn extends Command<SignOnResult> {
  constructor(
    readonly samlResponse: string,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

/**
 * The pending request and its connection. `version`: the time of the connection's last change. A
 * later step compares this time to find out whether the connection has changed again.
 */
type Pending = AnsweredAuthnRequest & { enabled: boolean; domains: string[]; version: Date };
interface TestResult {
  ok: boolean;
  code: string;
  detail: string | null;
}

@CommandHandler(FinishSignOn)
export class FinishSignOnHandler implements ICommandHandler<FinishSignOn> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly strategy: SamlStrategy,
    private readonly tokens: SsoTokens,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Handles a provider's response. After a refused response, the pending request stays valid. So a
   * forged response cannot end a person's sign-on or the test of a connection: the genuine response
   * still completes it.
   * @throws DomainError too_many_requests
   */
  async execute({ samlResponse, ip, requestId }: FinishSignOn): Promise<SignOnResult> {
    await this.limit.consume(authenticationRateLimits.signOnRefused, clientNetworkOf(ip));
    let pending: Pending | undefined;
    try {
      // A response is parsed only if it names a pending request, so a stranger cannot make the
      // server parse any document.
      pending = await this.pendingRequest(claimedRequestId(samlResponse));
      const response = parseSamlResponse(samlResponse);
      if (response.in_response_to !== pending.id) throw new SamlError('ambiguous_response');
      const verified = await this.strategy.verify(pending, response);
      const subject = personInAssertion(verified.facts, pending.domains);
      if ('fault' in subject) throw new SamlError(subject.fault, subject.detail?.slice(0, 300));
      const end = await this.finish(pending, verified, subject, requestId);
      await this.limit.refund(authenticationRateLimits.signOnRefused, clientNetworkOf(ip));
      return end;
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      const { fault: code, detail } = error;
      this.log.warn(
        { request_id: requestId, connection_id: pending?.connection_id ?? null, fault: code },
        'sign-on refused',
      );
      if (pending?.purpose !== 'test') {
        const refused = pending ? { connectionId: pending.connection_id } : issuerOf(samlResponse);
        if (refused) {
          const fault = { code, requestId, at: this.clock.now() };
          await this.unitOfWork.run((tx) => countSamlFault(tx, refused, fault), { requestId });
        }
        return { kind: 'refused', code: publicErrorCode(code), about: errorHintOf(code) };
      }
      const tested = pending;
      await this.unitOfWork.run(
        (tx) => writeTest(tx, tested, { ok: false, code, detail }, this.clock.now()),
        { requestId },
      );
      return testedEnd(tested);
    }
  }

  private async pendingRequest(id: string): Promise<Pending> {
    // A test of the waiting change uses the settings of that change, unless another change has
    // replaced it in the meantime.
    const [found]: (Pending & { tried: ProviderMetadata | null })[] = await this.source.query(
      `SELECT r.*, c.entity_id, c.sso_url, c.enabled, c.certificates, c.updated_at AS version, ${domainsOfConnectionSql} AS domains,
       CASE WHEN r.waiting_since IS NOT NULL THEN c.waiting->'provider' END AS tried
       FROM identity.saml_request r JOIN identity.saml_connection c ON c.id = r.connection_id WHERE r.id = $1 AND r.expires_at > $2
       AND (r.waiting_since IS NULL OR r.waiting_since = c.waiting_since)`,
      [id, this.clock.now()],
    );
    const row = found && { ...found, ...found.tried };
    if (!row) throw new SamlError('unknown_request');
    if (!row.enabled && row.purpose === 'sign-in') throw new SamlError('connection_disabled');
    return row;
  }

  /**
   * Uses up the request and the assertion. If two responses arrive at the same time, even on
   * different servers, the second one finds no request.
   */
  private finish(
    pending: Pending,
    { facts, valid_until, authenticated_at }: VerifiedAssertion,
    subject: AssertedPerson,
    requestId: string,
  ): Promise<SignOnResult> {
    return this.unitOfWork.run<SignOnResult>(
      async (tx) => {
        const now = this.clock.now();
        // Locks the connection first, in the same order as the commands that change it. If the
        // connection has changed since the response was checked, the sign-on is refused.
        const [same] = await tx.query(
          `SELECT id FROM identity.saml_connection WHERE id = $1 AND date_trunc('milliseconds', updated_at) = $2
           AND ($3::timestamptz IS NULL OR waiting_since = $3) FOR SHARE`,
          [pending.connection_id, pending.version, pending.waiting_since],
        );
        const used = await tx.query(
          `DELETE FROM identity.saml_request WHERE id = $1 AND expires_at > $2 RETURNING id`,
          [pending.id, now],
        );
        if (!same || used.length === 0) throw new SamlError('unknown_request');
        const fresh = await tx.query(
          `INSERT INTO identity.saml_assertion (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING hash`,
          [sha256(JSON.stringify([pending.entity_id, facts.id])), valid_until],
        );
        if (fresh.length === 0) throw new SamlError('replayed');
        if (pending.purpose === 'test') {
          const detail = attributeNames(facts).slice(0, 300);
          await writeTest(tx, pending, { ok: true, code: 'signed_on', detail }, now);
          return testedEnd(pending);
        }
        const code = await this.tokens.issueCode(tx, pending.connection_id, {
          provider: 'ssoready',
          issuer: pending.entity_id,
          email_verified: true,
          ...subject,
          proved_at: authenticated_at,
        });
        return { kind: 'signed_on', code, state: pending.relay_state };
      },
      { requestId },
    );
  }
}

/**
 * Reads from which provider a refused response claims to come, if it names no pending request. The
 * claim is not trusted: it only selects the connection whose errors are counted.
 * @returns undefined if the response cannot be read or names no provider
 */
function issuerOf(samlResponse: string): { issuer: string } | undefined {
  try {
    const issuer = claimedIssuer(samlResponse);
    return issuer === undefined ? undefined : { issuer };
  } catch (error) {
    if (error instanceof SamlError) return undefined;
    throw error;
  }
}

const testedEnd = ({ connection_id, waiting_since }: Pending): SignOnResult => ({
  kind: 'tested',
  connection_id,
  is_waiting: waiting_since !== null,
});

/**
 * Stores the result of a test, unless the connection's metadata or its waiting change has changed
 * since the test began.
 */
async function writeTest(
  tx: Transaction,
  { connection_id: id, version, waiting_since }: Pending,
  { ok, code, detail }: TestResult,
  now: Date,
): Promise<void> {
  if (waiting_since !== null) {
    const test: PendingChangeTestResult = {
      asked_at: waiting_since.toISOString(),
      at: now.toISOString(),
      ok,
      code,
      detail,
    };
    await tx.query(
      `UPDATE identity.saml_connection SET waiting_test = $2 WHERE id = $1 AND waiting_since = $3`,
      [id, JSON.stringify(test), waiting_since],
    );
    return;
  }
  await tx.query(
    `UPDATE identity.saml_connection
     SET last_test_at = $2, last_test_ok = $3, last_test_code = $4, last_test_detail = $5
     WHERE id = $1 AND date_trunc('milliseconds', updated_at) = $6`,
    [id, now, ok, code, detail, version],
  );
}
