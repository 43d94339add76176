import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { limits } from '../../../contracts/limits';
import { Clock, hours, later } from '../../platform/concurrency/clock';
import { LOG } from '../../platform/platform.module';
import type { Logger } from '../../platform/observability/log';
import { networkOf, RateLimit, type Rule } from '../../platform/security/rate-limit';
import { Secrets, sha256 } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { certificatesInForce } from './connections/certificates';
import { readAssertion } from './assertion';
import { judge } from './assertion.rule';
import { publicCode, SamlError } from './saml-error';
import { requestAnsweredBy } from './response';
import { encryptProfile } from './encrypted-profile';
import { ServiceProvider } from './service-provider';
import { attributeNames, subjectIn, type Subject } from './subject.rule';
import type { PendingAuthnRequest } from './authn-request';

/** What the browser is told: a code for the web app, the end of a trial, or why not. */
export type SignOnEnd =
  | { kind: 'signed_on'; code: string; state: string }
  | { kind: 'tested'; connection_id: string }
  | { kind: 'refused'; code: ReturnType<typeof publicCode> };

export class FinishSignOn extends Command<SignOnEnd> {
  constructor(
    readonly samlResponse: string,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

interface Begun extends PendingAuthnRequest {
  enabled: boolean;
  certificates: string[];
  domains: string[];
  version: Date;
}
interface Proven extends Subject {
  assertion: Buffer;
  validUntil: Date;
  provedAt: Date | null;
  attributes: string;
}

/** Whoever sends rubbish makes us read it. */
const refusedOnes: Rule = { name: 'sso-refused', free: 500, windowMs: hours(1) };

@CommandHandler(FinishSignOn)
export class FinishSignOnHandler implements ICommandHandler<FinishSignOn> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly provider: ServiceProvider,
    private readonly secrets: Secrets,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Takes a provider's response. A refused one uses nothing up: neither can it take the sign-on
   * away from the honest response, nor does the trial of a connection have to begin again.
   * @throws DomainError too_many_requests
   */
  async execute({ samlResponse, ip, requestId }: FinishSignOn): Promise<SignOnEnd> {
    await this.limit.take(refusedOnes, networkOf(ip));
    let begun: Begun | undefined;
    try {
      begun = await this.begun(requestAnsweredBy(samlResponse));
      const end = await this.finish(begun, await this.prove(begun, samlResponse), requestId);
      await this.limit.giveBack(refusedOnes, networkOf(ip));
      return end;
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      this.log.warn(
        { request_id: requestId, connection_id: begun?.connection_id ?? null, fault: error.fault },
        'sign-on refused',
      );
      if (begun?.purpose !== 'test') return { kind: 'refused', code: publicCode(error.fault) };
      await this.noteTest(begun, error.fault, error.detail, requestId);
      return { kind: 'tested', connection_id: begun.connection_id };
    }
  }

  private async begun(id: string): Promise<Begun> {
    const [row]: Begun[] = await this.source.query(
      `SELECT r.*, c.entity_id, c.sso_url, c.enabled, c.certificates, c.updated_at AS version, ARRAY(SELECT domain
       FROM identity.saml_domain d WHERE d.connection_id = c.id) AS domains
       FROM identity.saml_request r JOIN identity.saml_connection c ON c.id = r.connection_id WHERE r.id = $1 AND r.expires_at > $2`,
      [id, this.clock.now()],
    );
    if (!row) throw new SamlError('unknown_request');
    if (!row.enabled && row.purpose === 'sign-in') throw new SamlError('connection_disabled');
    return row;
  }

  private async prove(begun: Begun, samlResponse: string): Promise<Proven> {
    const now = this.clock.now();
    const certificates = certificatesInForce(begun.certificates, now);
    if (certificates.length === 0) throw new SamlError('certificate_expired');
    const facts = readAssertion(await this.provider.verify(begun, certificates, samlResponse));
    const judgement = judge(facts, {
      issuer: begun.entity_id,
      acs_url: this.provider.acsUrl,
      audience: this.provider.entityId,
      request_id: begun.id,
      fresh_since: begun.fresh ? begun.created_at : null,
      now,
    });
    if ('fault' in judgement) throw new SamlError(judgement.fault, judgement.detail?.slice(0, 300));
    const subject = subjectIn(facts, begun.domains);
    if ('fault' in subject) throw new SamlError(subject.fault, subject.detail?.slice(0, 300));
    return {
      ...subject,
      assertion: sha256(JSON.stringify([begun.entity_id, facts.id])),
      validUntil: judgement.valid_until,
      provedAt: judgement.authenticated_at,
      attributes: attributeNames(facts).slice(0, 300),
    };
  }

  /**
   * Uses up the request and the assertion, on whichever server: of two at once, the second finds
   * nothing.
   */
  private finish(begun: Begun, proven: Proven, requestId: string): Promise<SignOnEnd> {
    return this.unitOfWork.run<SignOnEnd>(
      async (tx) => {
        const now = this.clock.now();
        // The connection first, as whoever changes it does: what the response was judged by must
        // still hold.
        const [same] = await tx.query(
          `SELECT id FROM identity.saml_connection WHERE id = $1 AND date_trunc('milliseconds', updated_at) = $2 FOR SHARE`,
          [begun.connection_id, begun.version],
        );
        const used = await tx.query(
          `DELETE FROM identity.saml_request WHERE id = $1 AND expires_at > $2 RETURNING id`,
          [begun.id, now],
        );
        if (!same || used.length === 0) throw new SamlError('unknown_request');
        const fresh = await tx.query(
          `INSERT INTO identity.saml_assertion (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING hash`,
          [proven.assertion, proven.validUntil],
        );
        if (fresh.length === 0) throw new SamlError('replayed');
        if (begun.purpose === 'test') {
          await writeTest(
            tx,
            begun,
            { ok: true, code: 'signed_on', detail: proven.attributes },
            now,
          );
          return { kind: 'tested', connection_id: begun.connection_id };
        }
        const { token: code, hash } = this.secrets.newToken();
        const { subject, email, first_name, last_name, provedAt } = proven;
        const person = encryptProfile(code, {
          provider: 'ssoready',
          issuer: begun.entity_id,
          subject,
          email,
          email_verified: true,
          first_name,
          last_name,
          proved_at: provedAt,
        });
        await tx.query(
          `INSERT INTO identity.saml_code (hash, connection_id, person, expires_at) VALUES ($1, $2, $3, $4)`,
          [hash, begun.connection_id, person, later(now, limits.samlCodeSeconds * 1_000)],
        );
        return { kind: 'signed_on', code, state: begun.relay_state };
      },
      { requestId },
    );
  }

  private noteTest(
    begun: Begun,
    code: string,
    detail: string | null,
    requestId: string,
  ): Promise<void> {
    return this.unitOfWork.run(
      (tx) => writeTest(tx, begun, { ok: false, code, detail }, this.clock.now()),
      { requestId },
    );
  }
}

/** Of the connection as it was tried: not once it has other metadata. */
const writeTest = async (
  tx: Transaction,
  { connection_id: id, version }: Begun,
  { ok, code, detail }: { ok: boolean; code: string; detail: string | null },
  now: Date,
) => {
  await tx.query(
    `UPDATE identity.saml_connection
     SET last_test_at = $2, last_test_ok = $3, last_test_code = $4, last_test_detail = $5
     WHERE id = $1 AND date_trunc('milliseconds', updated_at) = $6`,
    [id, now, ok, code, detail, version],
  );
};
