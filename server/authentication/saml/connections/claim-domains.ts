import { badField, DomainError } from '../../../platform/errors/errors';
import type { Transaction } from '../../../platform/db/unit-of-work';
import { isPublicMailDomain } from './public-mail';

/**
 * Whether an organization in the list of universities has this domain (lower case) or a parent
 * domain of it.
 */
export type IsOrganizationDomain = (tx: Transaction, domain: string) => Promise<boolean>;

/**
 * Replaces the domains of a connection by these domains.
 * - If two changes claim the same domain at the same time, the second one waits, and is refused
 *   after the first has committed.
 * - A domain of public mail addresses is refused, because no organization can vouch for its users.
 * - Domains of listed organizations are never refused as public, because the list of public mail
 *   domains contains some universities by mistake.
 * - Domains that the connection already has are not checked again.
 * @throws DomainError domain_taken, validation_failed for a public mail domain
 */
export async function setConnectionDomains(
  tx: Transaction,
  connectionId: string,
  domains: readonly string[],
  isKnownDomain: IsOrganizationDomain,
): Promise<void> {
  // The domains are sorted, so that two concurrent claims of several domains cannot deadlock.
  const wanted = [...new Set(domains)].sort();
  await tx.query(
    `DELETE FROM identity.saml_domain WHERE connection_id = $1 AND domain <> ALL ($2::text[])`,
    [connectionId, wanted],
  );
  for (const domain of wanted) {
    const claimed = await tx.query(
      `INSERT INTO identity.saml_domain (domain, connection_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING domain`,
      [domain, connectionId],
    );
    if (claimed.length > 0) {
      if (isPublicMailDomain(domain) && !(await isKnownDomain(tx, domain)))
        throw badField(`domains.${domains.indexOf(domain)}`, 'public_mail_domain');
      continue;
    }
    const [mine] = await tx.query(
      `SELECT 1 FROM identity.saml_domain WHERE domain = $1 AND connection_id = $2`,
      [domain, connectionId],
    );
    if (!mine) throw new DomainError('domain_taken', { domain });
  }
}
