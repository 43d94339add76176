import type { z } from 'zod';
import type { NewSamlConnection } from '../../../../contracts/saml';
import type { Clock } from '../../../platform/concurrency/clock';
import { DomainError } from '../../../platform/http/errors';
import { timeOrderedId } from '../../../platform/db/ids';
import type { Transaction } from '../../../platform/db/unit-of-work';
import { claimDomains, type IsKnownDomain } from './claim-domains';
import type { ProviderMetadata } from './provider-metadata';

export type ConnectionToAdd = Omit<z.output<typeof NewSamlConnection>, 'metadata_xml'> &
  ProviderMetadata;
/**
 * The context of a change to a connection. The transaction holds the administrator's role
 * (asAdministrator).
 */
export interface ConnectionWork {
  administratorId: string;
  clock: Clock;
  isKnownDomain: IsKnownDomain;
}

/**
 * Returns the id of the connection.
 * @throws DomainError identity_provider_taken, domain_taken, validation_failed for a public mail
 * domain
 */
export async function addConnection(
  tx: Transaction,
  { organization, domains, enabled, entity_id, sso_url, certificates }: ConnectionToAdd,
  { administratorId, clock, isKnownDomain }: ConnectionWork,
): Promise<string> {
  const now = clock.now();
  const id = timeOrderedId();
  const added = await tx.query(
    `INSERT INTO identity.saml_connection (id, organization, entity_id, sso_url, certificates, enabled, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (entity_id) DO NOTHING RETURNING id`,
    [id, organization, entity_id, sso_url, certificates, enabled, now],
  );
  if (added.length === 0) throw new DomainError('identity_provider_taken');
  await claimDomains(tx, id, domains, isKnownDomain);
  await tx.audit(
    'sso-connection-added',
    {
      actor: administratorId,
      details: {
        connection_id: id,
        enabled,
        domains: domains.length,
        certificates: certificates.length,
      },
    },
    now,
  );
  return id;
}
