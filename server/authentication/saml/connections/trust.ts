import type { DataSource } from 'typeorm';
import { limits } from '../../../../contracts/base/limits';
import { hours, later } from '../../../platform/concurrency/clock';
import { DomainError } from '../../../platform/http/errors';
import type { Transaction } from '../../../platform/db/unit-of-work';
import { fingerprintsOf } from './certificates';
import type { ProviderMetadata } from './provider-metadata';
import { revokeConnectionSignIns } from './revoke-connection-sign-ins';

/**
 * What waits before it is in force: the holder of the key of a new certificate is, to this server,
 * every person of that organization (docs/decisions/0040-other-certificates-wait.md).
 */
export interface Waiting {
  provider?: ProviderMetadata;
  enabled?: true;
}

export interface Trusted extends ProviderMetadata {
  id: string;
  enabled: boolean;
  /** Since when it has been allowed to say who a person is; null before it was first enabled. */
  trusted_at: Date | null;
  waiting: Waiting | null;
  waiting_since: Date | null;
  waiting_by: string | null;
  updated_at: Date;
}

export const inForceAt = (since: Date): Date => later(since, hours(limits.ssoTrustHours));

/** Whether what waits is what was asked at this moment, an ISO instant of the wire. */
export const isStillThat = ({ waiting_since }: Pick<Trusted, 'waiting_since'>, askedAt: string) =>
  waiting_since?.getTime() === Date.parse(askedAt);

/** @throws DomainError not_found */
export async function lockConnection(tx: Transaction, id: string): Promise<Trusted> {
  const [connection] = await tx.query<Trusted>(
    `SELECT id, entity_id, sso_url, certificates, enabled, trusted_at, waiting, waiting_since,
       waiting_by, updated_at
     FROM identity.saml_connection WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!connection) throw new DomainError('not_found');
  return connection;
}

/** Strictly later, even within one millisecond: a pending sign-on detects a change by it. */
export const changedAt = ({ updated_at }: Pick<Trusted, 'updated_at'>, now: Date): Date =>
  now > updated_at ? now : later(updated_at, 1);

/** Whether an account signs in by what one of these providers says of them. */
export async function vouchesForSomebody(
  tx: Transaction,
  entityIds: readonly string[],
): Promise<boolean> {
  const [somebody] = await tx.query(
    `SELECT 1 FROM identity.identity WHERE provider = 'ssoready' AND issuer = ANY ($1::text[]) LIMIT 1`,
    [entityIds],
  );
  return somebody !== undefined;
}

/** Whether other keys, another provider or another address come in; leaving some out does not. */
export const widensTrust = (before: ProviderMetadata, after: ProviderMetadata): boolean =>
  after.entity_id !== before.entity_id ||
  after.sso_url !== before.sso_url ||
  after.certificates.some((certificate) => !before.certificates.includes(certificate));

/** No sign-on that has begun may finish under other settings than it began with. */
export async function endPendingSignOns(tx: Transaction, connectionId: string): Promise<void> {
  for (const table of ['saml_request', 'saml_code', 'sso_token'])
    await tx.query(`DELETE FROM identity.${table} WHERE connection_id = $1`, [connectionId]);
}

/** @throws DomainError identity_provider_taken */
export async function mustBeFree(
  tx: Transaction,
  connectionId: string,
  entityId: string,
): Promise<void> {
  const [taken] = await tx.query(
    `SELECT 1 FROM identity.saml_connection WHERE entity_id = $1 AND id <> $2`,
    [entityId, connectionId],
  );
  if (taken) throw new DomainError('identity_provider_taken');
}

/** Who put it in force: an administrator other than who asked, the time, or the server's owner. */
export type Approval =
  | { by: 'administrator'; administratorId: string }
  | { by: 'time' }
  | { by: 'operator' };

/**
 * Puts in force what waits, and ends every sign-in that came by the connection before: under the
 * former keys an intruder may have come in, and under the new ones no person has yet.
 * @throws DomainError not_found where nothing waits, identity_provider_taken
 */
export async function putInForce(
  tx: Transaction,
  connection: Trusted,
  approval: Approval,
  now: Date,
): Promise<void> {
  const { id, waiting } = connection;
  if (waiting === null) throw new DomainError('not_found');
  const { provider } = waiting;
  if (provider) await mustBeFree(tx, id, provider.entity_id);
  await tx.query(
    `UPDATE identity.saml_connection
     SET entity_id = coalesce($2, entity_id), sso_url = coalesce($3, sso_url),
       certificates = coalesce($4, certificates), enabled = enabled OR $5, trusted_at = coalesce(trusted_at, $6),
       waiting = NULL, waiting_since = NULL, waiting_by = NULL, updated_at = $7,
       last_test_at = CASE WHEN $3::text IS NULL THEN last_test_at END,
       last_test_ok = CASE WHEN $3::text IS NULL THEN last_test_ok END,
       last_test_code = CASE WHEN $3::text IS NULL THEN last_test_code END,
       last_test_detail = CASE WHEN $3::text IS NULL THEN last_test_detail END
     WHERE id = $1`,
    [
      id,
      provider?.entity_id ?? null,
      provider?.sso_url ?? null,
      provider?.certificates ?? null,
      waiting.enabled === true,
      now,
      changedAt(connection, now),
    ],
  );
  await endPendingSignOns(tx, id);
  const ended = await revokeConnectionSignIns(tx, connection.entity_id, now);
  await tx.audit(
    'sso-trust-in-force',
    {
      actor: approval.by === 'administrator' ? approval.administratorId : null,
      details: {
        connection_id: id,
        approved_by: approval.by,
        ...(waiting.enabled && { enabled: true }),
        ...(provider && {
          fingerprints_before: fingerprintsOf(connection.certificates),
          fingerprints: fingerprintsOf(provider.certificates),
        }),
        sign_ins_ended: ended,
      },
    },
    now,
  );
  tx.record('identity.sso-trust-in-force', { connection_id: id });
}

/** Drops what waits; everything stays as it is. @throws DomainError not_found where nothing waits */
export async function dropWaiting(
  tx: Transaction,
  { id, waiting }: Trusted,
  actor: string | null,
  now: Date,
): Promise<void> {
  if (waiting === null) throw new DomainError('not_found');
  await tx.query(
    `UPDATE identity.saml_connection SET waiting = NULL, waiting_since = NULL, waiting_by = NULL
     WHERE id = $1`,
    [id],
  );
  await tx.audit('sso-trust-withdrawn', { actor, details: { connection_id: id } }, now);
}

/** A change that waits, as the owner of the server sees it. */
export interface Listed {
  id: string;
  organization: string;
  certificates: string[];
  waiting: Waiting | null;
  waiting_since: Date | null;
}

/** The changes that wait, the oldest first. */
export const waitingChanges = (source: DataSource): Promise<Listed[]> =>
  source.query(
    `SELECT id, organization, certificates, waiting, waiting_since FROM identity.saml_connection
     WHERE waiting IS NOT NULL ORDER BY waiting_since`,
  );
