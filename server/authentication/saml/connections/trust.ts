import type { DataSource } from 'typeorm';
import { authenticationLimits } from '../../../../contracts/authentication/limits';
import { hours, addMilliseconds } from '../../../platform/concurrency/clock';
import { DomainError } from '../../../platform/errors/errors';
import type { Transaction } from '../../../platform/db/unit-of-work';
import type { ProviderMetadata } from './provider-metadata';
import { revokeConnectionSignIns } from './revoke-connection-sign-ins';
import { recordSamlChange } from './saml-changes.store';
import {
  auditDetailsOf,
  pendingSettingDifferences,
  type ConnectionSettings,
  type PendingTrustChange,
} from './trust-change.rule';
import { fullNameSql } from '../../../access/accounts/full-name.sql';

/**
 * The result of testing a waiting change. `asked_at`: when the tested change was requested (ISO
 * 8601).
 */
export interface PendingChangeTestResult {
  asked_at: string;
  at: string;
  ok: boolean;
  code: string;
  detail: string | null;
}

/** SQL for the domains of a connection as an array; `c` is an alias for the connection. */
export const domainsOfConnectionSql = `ARRAY(SELECT d.domain FROM identity.saml_domain d
  WHERE d.connection_id = c.id ORDER BY d.domain)`;

export interface TrustedConnection extends ConnectionSettings {
  id: string;
  /** Since when the provider may identify people; null as long as it was never enabled. */
  trusted_at: Date | null;
  waiting: PendingTrustChange | null;
  waiting_since: Date | null;
  waiting_by: string | null;
  waiting_test: PendingChangeTestResult | null;
  updated_at: Date;
}

export const effectTimeOfPendingChange = (since: Date): Date =>
  addMilliseconds(since, hours(authenticationLimits.ssoTrustHours));

/** Whether the waiting change is the one that was requested at this time (ISO 8601). */
export const isSamePendingChange = (
  { waiting_since }: Pick<TrustedConnection, 'waiting_since'>,
  askedAt: string,
) => waiting_since?.getTime() === Date.parse(askedAt);

/**
 * Returns the result of testing the waiting change; null if the change was not tested yet, or if
 * the stored result belongs to an earlier change.
 */
export const testResultOfPendingChange = ({
  waiting_since,
  waiting_test,
}: Pick<TrustedConnection, 'waiting_since' | 'waiting_test'>): PendingChangeTestResult | null =>
  waiting_test && isSamePendingChange({ waiting_since }, waiting_test.asked_at)
    ? waiting_test
    : null;

/** @throws DomainError not_found */
export async function lockConnection(tx: Transaction, id: string): Promise<TrustedConnection> {
  const [connection] = await tx.query<TrustedConnection>(
    `SELECT c.id, c.organization, ${domainsOfConnectionSql} AS domains, c.entity_id, c.sso_url, c.certificates,
       c.enabled, c.trusted_at, c.waiting, c.waiting_since, c.waiting_by, c.waiting_test, c.updated_at
     FROM identity.saml_connection c WHERE c.id = $1 FOR UPDATE OF c`,
    [id],
  );
  if (!connection) throw new DomainError('not_found');
  return connection;
}

/**
 * Returns the time to store as `updated_at`. A pending sign-on compares this time to find out
 * whether the connection has changed. So the time is always later than the former time, even if
 * both changes happen within the same millisecond.
 */
export const timestampForChange = (
  { updated_at }: Pick<TrustedConnection, 'updated_at'>,
  now: Date,
): Date => (now > updated_at ? now : addMilliseconds(updated_at, 1));

/** Whether any account has a linked identity of one of these providers. */
export async function hasLinkedAccounts(
  tx: Transaction,
  entityIds: readonly string[],
): Promise<boolean> {
  const [somebody] = await tx.query(
    `SELECT 1 FROM identity.identity WHERE provider = 'ssoready' AND issuer = ANY ($1::text[]) LIMIT 1`,
    [entityIds],
  );
  return somebody !== undefined;
}

/**
 * Whether the change adds a certificate, or has another provider or another sign-on address. If it
 * only removes certificates, the result is false.
 */
export const widensTrust = (before: ProviderMetadata, after: ProviderMetadata): boolean =>
  after.entity_id !== before.entity_id ||
  after.sso_url !== before.sso_url ||
  after.certificates.some((certificate) => !before.certificates.includes(certificate));

/**
 * Deletes the pending sign-ons of a connection whose settings change: a sign-on must not begin
 * under the old settings and finish under the new settings.
 */
export async function endPendingSignOns(tx: Transaction, connectionId: string): Promise<void> {
  for (const table of ['saml_request', 'saml_code', 'sso_token'])
    await tx.query(`DELETE FROM identity.${table} WHERE connection_id = $1`, [connectionId]);
}

/** @throws DomainError identity_provider_taken */
export async function mustBeUnusedProvider(
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

/**
 * What put the change in force: an administrator (not the one who requested the change), the end of
 * the waiting period, or the server's operator.
 */
export type TrustApproval =
  | { by: 'administrator'; administratorId: string }
  | { by: 'time' }
  | { by: 'operator' };

/**
 * Puts the waiting change in force, and ends all sign-ins that were made through the connection.
 * All these sign-ins relied on the former keys, with which an intruder may have signed in.
 * @throws DomainError not_found if no change waits, identity_provider_taken
 */
export async function putChangeInForce(
  tx: Transaction,
  connection: TrustedConnection,
  approval: TrustApproval,
  now: Date,
): Promise<void> {
  const { id, waiting } = connection;
  if (waiting === null) throw new DomainError('not_found');
  const { provider } = waiting;
  const differences = pendingSettingDifferences(connection, waiting);
  const tested = testResultOfPendingChange(connection);
  if (provider) await mustBeUnusedProvider(tx, id, provider.entity_id);
  await tx.query(
    `UPDATE identity.saml_connection
     SET entity_id = coalesce($2, entity_id), sso_url = coalesce($3, sso_url),
       certificates = coalesce($4, certificates), enabled = enabled OR $5, trusted_at = coalesce(trusted_at, $6),
       waiting = NULL, waiting_since = NULL, waiting_by = NULL, waiting_test = NULL, updated_at = $7,
       last_test_at = CASE WHEN $3::text IS NULL THEN last_test_at ELSE ($8::jsonb->>'at')::timestamptz END,
       last_test_ok = CASE WHEN $3::text IS NULL THEN last_test_ok ELSE ($8::jsonb->>'ok')::boolean END,
       last_test_code = CASE WHEN $3::text IS NULL THEN last_test_code ELSE $8::jsonb->>'code' END,
       last_test_detail = CASE WHEN $3::text IS NULL THEN last_test_detail ELSE $8::jsonb->>'detail' END
     WHERE id = $1`,
    [
      id,
      provider?.entity_id ?? null,
      provider?.sso_url ?? null,
      provider?.certificates ?? null,
      waiting.enabled === true,
      now,
      timestampForChange(connection, now),
      tested === null ? null : JSON.stringify(tested),
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
        ...auditDetailsOf(differences),
        sign_ins_ended: ended,
      },
    },
    now,
  );
  await recordSamlChange(tx, id, { differences, sign_ins_ended: ended }, now);
}

/**
 * Discards the waiting change; the connection stays unchanged.
 * @throws DomainError not_found if no change waits
 */
export async function discardPendingChange(
  tx: Transaction,
  connection: TrustedConnection,
  actor: string | null,
  now: Date,
): Promise<void> {
  const { id, waiting } = connection;
  if (waiting === null) throw new DomainError('not_found');
  await tx.query(
    `UPDATE identity.saml_connection
     SET waiting = NULL, waiting_since = NULL, waiting_by = NULL, waiting_test = NULL WHERE id = $1`,
    [id],
  );
  await tx.audit(
    'sso-trust-withdrawn',
    {
      actor,
      details: {
        connection_id: id,
        ...auditDetailsOf(pendingSettingDifferences(connection, waiting)),
      },
    },
    now,
  );
}

/** A connection with a waiting change, for the command-line programs of the server's operator. */
export interface PendingConnectionChange extends ConnectionSettings {
  id: string;
  waiting: PendingTrustChange | null;
  waiting_since: Date | null;
  asked_by: string | null;
}

/** Lists the connections with a waiting change, the longest wait first. */
export const readPendingChanges = (source: DataSource): Promise<PendingConnectionChange[]> =>
  source.query(
    `SELECT c.id, c.organization, ${domainsOfConnectionSql} AS domains, c.entity_id, c.sso_url, c.certificates,
       c.enabled, c.waiting, c.waiting_since, (SELECT ${fullNameSql('p')} FROM identity.person p
       WHERE p.id = c.waiting_by) AS asked_by
     FROM identity.saml_connection c WHERE c.waiting IS NOT NULL ORDER BY c.waiting_since`,
  );
