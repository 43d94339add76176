import type { z } from 'zod';
import type { NewSamlConnection } from '../../../../contracts/authentication/saml';
import type { Clock } from '../../../platform/concurrency/clock';
import { DomainError } from '../../../platform/errors/errors';
import { timeOrderedId } from '../../../platform/db/ids';
import type { Transaction } from '../../../platform/db/unit-of-work';
import { fingerprintsOf } from './certificates.rule';
import { setConnectionDomains, type IsOrganizationDomain } from './claim-domains';
import type { ProviderMetadata } from './provider-metadata';
import { hasLinkedAccounts } from './trust';

export type ConnectionToAdd = Omit<z.output<typeof NewSamlConnection>, 'metadata_xml'> &
  ProviderMetadata;
/**
 * The services that a change to a connection needs. The caller's transaction must have locked the
 * administrator's role (`mustActAsAdministrator`).
 */
export interface ConnectionChangeContext {
  administratorId: string;
  clock: Clock;
  isKnownDomain: IsOrganizationDomain;
}

/**
 * Adds a connection and returns its id. If accounts are already linked to its provider, the
 * connection is enabled only after a waiting period (docs/decisions/saml.md).
 * @throws DomainError identity_provider_taken, domain_taken, validation_failed for a public mail
 * domain
 */
export async function addConnection(
  tx: Transaction,
  { organization, domains, enabled, entity_id, sso_url, certificates }: ConnectionToAdd,
  { administratorId, clock, isKnownDomain }: ConnectionChangeContext,
): Promise<string> {
  const now = clock.now();
  const id = timeOrderedId();
  // A connection with this provider may have been removed before: its accounts still have the
  // provider's identifiers, with which they could sign in again.
  const waits = enabled && (await hasLinkedAccounts(tx, [entity_id]));
  const added = await tx.query(
    `INSERT INTO identity.saml_connection (id, organization, entity_id, sso_url, certificates, enabled,
       trusted_at, waiting, waiting_since, waiting_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $8, $9, $10, $11, $7, $7)
     ON CONFLICT (entity_id) DO NOTHING RETURNING id`,
    [
      id,
      organization,
      entity_id,
      sso_url,
      certificates,
      enabled && !waits,
      now,
      enabled && !waits ? now : null,
      waits ? JSON.stringify({ enabled: true }) : null,
      waits ? now : null,
      waits ? administratorId : null,
    ],
  );
  if (added.length === 0) throw new DomainError('identity_provider_taken');
  await setConnectionDomains(tx, id, domains, isKnownDomain);
  await tx.audit(
    'sso-connection-added',
    {
      actor: administratorId,
      details: {
        connection_id: id,
        enabled: enabled && !waits,
        entity_id,
        sso_url,
        fingerprints: fingerprintsOf(certificates),
        domains: [...new Set(domains)].sort().join(' '),
        ...(waits && { waits: true }),
      },
    },
    now,
  );
  if (waits) tx.record('identity.sso-trust-asked', { connection_id: id });
  else if (enabled) tx.record('identity.sso-enabled', { connection_id: id });
  return id;
}
