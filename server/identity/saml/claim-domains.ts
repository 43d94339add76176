import { DomainError } from '../../platform/errors';
import type { Transaction } from '../../platform/unit-of-work';

/**
 * Gives a connection exactly these domains. Whoever claims the same one at the same time waits here, and is refused once the first has committed.
 * @throws DomainError domain_taken
 */
export async function claimDomains(tx: Transaction, connectionId: string, domains: readonly string[]): Promise<void> {
  // In one order for everybody, so that two who claim several do not wait for each other.
  const wanted = [...new Set(domains)].sort();
  await tx.query(`DELETE FROM identity.saml_domain WHERE connection_id = $1 AND domain <> ALL ($2::text[])`, [connectionId, wanted]);
  for (const domain of wanted) {
    await tx.query(`INSERT INTO identity.saml_domain (domain, connection_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [domain, connectionId]);
    const [mine] = await tx.query(`SELECT 1 FROM identity.saml_domain WHERE domain = $1 AND connection_id = $2`, [domain, connectionId]);
    if (!mine) throw new DomainError('domain_taken', { domain });
  }
}
