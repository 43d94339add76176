import type { z } from 'zod';
import type { SamlConnectionChange } from '../../../../contracts/saml';
import { later } from '../../../platform/concurrency/clock';
import { DomainError } from '../../../platform/http/errors';
import type { Transaction } from '../../../platform/db/unit-of-work';
import type { ConnectionWork } from './add-connection';
import { claimDomains } from './claim-domains';
import type { ProviderMetadata } from './provider-metadata';
import { revokeConnectionSignIns } from './revoke-connection-sign-ins';

/** `provider`: the content of new metadata, where the change contains it. */
export type ConnectionChange = Omit<z.output<typeof SamlConnectionChange>, 'metadata_xml'> & {
  provider?: ProviderMetadata | undefined;
};

/**
 * Disabling a connection or changing its metadata or domains deletes its pending sign-ons, so that
 * none finishes under outdated settings. Disabling it or replacing its provider also revokes the
 * sign-ins that it gave; enabling it again does not restore them.
 * @throws DomainError not_found, identity_provider_taken, domain_taken, validation_failed for a
 * public mail domain
 */
export async function changeConnection(
  tx: Transaction,
  id: string,
  { organization, domains, enabled, provider }: ConnectionChange,
  { administratorId, clock, isKnownDomain }: ConnectionWork,
): Promise<void> {
  const [before] = await tx.query<{ updated_at: Date; entity_id: string }>(
    `SELECT updated_at, entity_id FROM identity.saml_connection WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!before) throw new DomainError('not_found');
  const now = clock.now();
  // Strictly later, even within one millisecond: a pending sign-on detects the change by it.
  const updatedAt = now > before.updated_at ? now : later(before.updated_at, 1);
  const [taken] = provider
    ? await tx.query(`SELECT 1 FROM identity.saml_connection WHERE entity_id = $1 AND id <> $2`, [
        provider.entity_id,
        id,
      ])
    : [];
  if (taken) throw new DomainError('identity_provider_taken');
  await tx.query(
    `UPDATE identity.saml_connection
     SET organization = coalesce($2, organization), entity_id = coalesce($3, entity_id), sso_url = coalesce($4, sso_url),
     certificates = coalesce($5, certificates), enabled = coalesce($6, enabled), updated_at = $7 WHERE id = $1`,
    [
      id,
      organization ?? null,
      provider?.entity_id ?? null,
      provider?.sso_url ?? null,
      provider?.certificates ?? null,
      enabled ?? null,
      updatedAt,
    ],
  );
  if (domains) await claimDomains(tx, id, domains, isKnownDomain);
  if (domains || provider || enabled === false)
    for (const table of ['saml_request', 'saml_code', 'sso_token'])
      await tx.query(`DELETE FROM identity.${table} WHERE connection_id = $1`, [id]);
  // An earlier test does not apply to the new metadata.
  if (provider)
    await tx.query(
      `UPDATE identity.saml_connection
       SET last_test_at = NULL, last_test_ok = NULL, last_test_code = NULL, last_test_detail = NULL
       WHERE id = $1`,
      [id],
    );
  const leaves =
    enabled === false || (provider !== undefined && provider.entity_id !== before.entity_id);
  const ended = leaves ? await revokeConnectionSignIns(tx, before.entity_id, now) : undefined;
  await tx.audit(
    'sso-connection-changed',
    {
      actor: administratorId,
      details: {
        connection_id: id,
        ...(enabled !== undefined && { enabled }),
        ...(domains && { domains: domains.length }),
        ...(provider && { certificates: provider.certificates.length }),
        organization_changed: organization !== undefined,
        ...(ended !== undefined && { sign_ins_ended: ended }),
      },
    },
    now,
  );
}
