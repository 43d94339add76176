import type { z } from 'zod';
import type { SamlConnectionChange } from '../../../../contracts/authentication/saml';
import type { Transaction } from '../../../platform/db/unit-of-work';
import type { ConnectionChangeContext } from './add-connection';
import { setConnectionDomains } from './claim-domains';
import type { ProviderMetadata } from './provider-metadata';
import { revokeConnectionSignIns } from './revoke-connection-sign-ins';
import {
  timestampForChange,
  endPendingSignOns,
  lockConnection,
  mustBeUnusedProvider,
  hasLinkedAccounts,
  widensTrust,
  type TrustedConnection,
} from './trust';
import { recordSamlChange } from './saml-changes.store';
import {
  auditDetailsOf,
  settingDifferences,
  pendingSettingDifferences,
  type ConnectionSettings,
  type PendingTrustChange,
} from './trust-change.rule';

/** `provider`: the parsed content of new metadata, if the change contains any. */
export type ConnectionChange = Omit<z.output<typeof SamlConnectionChange>, 'metadata_xml'> & {
  provider?: ProviderMetadata | undefined;
};
/**
 * Divides a change. `now`: the part that takes effect immediately. `waiting`: the part that takes
 * effect after a waiting period, during which an administrator can stop it.
 */
interface Split {
  now: Pick<ConnectionChange, 'provider' | 'enabled'>;
  waiting: PendingTrustChange;
}

/**
 * Splits a change: parts that would let another party sign in as people of this provider must wait;
 * all others take effect now (docs/decisions/saml.md).
 */
async function split(
  tx: Transaction,
  before: TrustedConnection,
  { provider, enabled }: ConnectionChange,
): Promise<Split> {
  const parts: Split = { now: { provider, enabled }, waiting: {} };
  if (provider && before.trusted_at !== null && widensTrust(before, provider))
    if (await hasLinkedAccounts(tx, [before.entity_id, provider.entity_id])) {
      parts.waiting.provider = provider;
      delete parts.now.provider;
    }
  const entityId = parts.now.provider?.entity_id ?? before.entity_id;
  if (enabled === true && before.trusted_at === null)
    if (await hasLinkedAccounts(tx, [entityId])) {
      parts.waiting.enabled = true;
      delete parts.now.enabled;
    }
  return parts;
}

/**
 * Returns the parts of an earlier waiting change that continue to wait. A part ends if this change
 * sets the same field or makes the part invalid.
 */
function stillWaiting(
  before: TrustedConnection,
  { provider, enabled }: ConnectionChange,
): PendingTrustChange {
  const { provider: waits, enabled: enables } = before.waiting ?? {};
  return {
    ...(waits && !provider && { provider: waits }),
    // If this change replaces the provider, the earlier request to enable the connection is
    // dropped: the administrator who made that request agreed to the former provider.
    ...(enables && enabled !== false && !provider && { enabled: enables }),
  };
}

/**
 * Changes a connection.
 * - Disabling it, or changing its metadata or domains, deletes its pending sign-ons, so that none
 *   finishes under outdated settings.
 * - Disabling it, replacing its provider or changing its certificates also revokes the sign-ins
 *   made through it; enabling it again does not restore them.
 * - If accounts are already linked to the provider, some parts take effect only after a waiting
 *   period: enabling for the first time, and metadata with a new certificate or another provider.
 * @throws DomainError not_found, identity_provider_taken, domain_taken, validation_failed for a
 * public mail domain
 */
export async function changeConnection(
  tx: Transaction,
  id: string,
  change: ConnectionChange,
  { administratorId, clock, isKnownDomain }: ConnectionChangeContext,
): Promise<void> {
  const before = await lockConnection(tx, id);
  const now = clock.now();
  const { organization, domains } = change;
  if (change.provider) await mustBeUnusedProvider(tx, id, change.provider.entity_id);
  const { now: at_once, waiting: asked } = await split(tx, before, change);
  const { provider, enabled } = at_once;
  const asks = asked.provider !== undefined || asked.enabled !== undefined;
  const waiting = { ...stillWaiting(before, change), ...asked };
  const waits = Object.keys(waiting).length > 0;
  await tx.query(
    `UPDATE identity.saml_connection
     SET organization = coalesce($2, organization), entity_id = coalesce($3, entity_id), sso_url = coalesce($4, sso_url),
     certificates = coalesce($5, certificates), enabled = coalesce($6, enabled), updated_at = $7,
     trusted_at = CASE WHEN $6 THEN coalesce(trusted_at, $8) ELSE trusted_at END,
     waiting = $9, waiting_since = $10, waiting_by = $11,
     waiting_test = CASE WHEN $9::jsonb IS NULL THEN NULL ELSE waiting_test END WHERE id = $1`,
    [
      id,
      organization ?? null,
      provider?.entity_id ?? null,
      provider?.sso_url ?? null,
      provider?.certificates ?? null,
      enabled ?? null,
      timestampForChange(before, now),
      now,
      waits ? JSON.stringify(waiting) : null,
      waits ? (asks ? now : before.waiting_since) : null,
      waits ? (asks ? administratorId : before.waiting_by) : null,
    ],
  );
  if (domains) await setConnectionDomains(tx, id, domains, isKnownDomain);
  if (domains || provider || enabled === false) await endPendingSignOns(tx, id);
  // The result of the last test is deleted, because it does not apply to the new metadata.
  if (provider)
    await tx.query(
      `UPDATE identity.saml_connection
       SET last_test_at = NULL, last_test_ok = NULL, last_test_code = NULL, last_test_detail = NULL
       WHERE id = $1`,
      [id],
    );
  const after = { ...before, ...provider, ...said({ organization, domains, enabled }) };
  const differences = settingDifferences(before, after);
  const differs = (...fields: (keyof ConnectionSettings)[]) =>
    differences.some(({ field }) => fields.includes(field));
  const leaves = enabled === false || differs('certificates', 'entity_id');
  const ended = leaves ? await revokeConnectionSignIns(tx, before.entity_id, now) : undefined;
  await tx.audit(
    'sso-connection-changed',
    {
      actor: administratorId,
      details: {
        connection_id: id,
        ...auditDetailsOf(differences),
        ...(ended !== undefined && { sign_ins_ended: ended }),
      },
    },
    now,
  );
  if (asks) await ask(tx, after, waiting, administratorId, now);
  else if (enabled === true && before.trusted_at === null)
    tx.record('identity.sso-enabled', { connection_id: id });
  else if (before.trusted_at !== null && differs('certificates', 'entity_id', 'sso_url'))
    await recordSamlChange(tx, id, { differences, sign_ins_ended: ended ?? 0 }, now);
}

/** Selects the fields that a change sets immediately: organization, domains and `enabled`. */
const said = ({
  organization,
  domains,
  enabled,
}: Pick<ConnectionChange, 'organization' | 'domains' | 'enabled'>) => ({
  ...(organization !== undefined && { organization }),
  ...(domains && { domains }),
  ...(enabled !== undefined && { enabled }),
});

/**
 * Records that a change waits, in the audit log and as an event. The audit record contains the
 * complete waiting change, including the parts that were requested earlier.
 */
async function ask(
  tx: Transaction,
  connection: ConnectionSettings & { id: string },
  waiting: PendingTrustChange,
  administratorId: string,
  now: Date,
): Promise<void> {
  const { id } = connection;
  await tx.audit(
    'sso-trust-asked',
    {
      actor: administratorId,
      details: {
        connection_id: id,
        ...auditDetailsOf(pendingSettingDifferences(connection, waiting)),
      },
    },
    now,
  );
  tx.record('identity.sso-trust-asked', { connection_id: id });
}
