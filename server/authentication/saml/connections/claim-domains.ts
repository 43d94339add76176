import { badField, DomainError } from '../../../platform/http/errors';
import type { Transaction } from '../../../platform/db/unit-of-work';
import { isPublicMail } from './public-mail';

/** Whether an organization of the list has this domain, lower case, or one that it lies below. */
export type IsKnownDomain = (tx: Transaction, domain: string) => Promise<boolean>;

/**
 * Gives a connection exactly these domains. Whoever claims the same one at the same time waits
 * here, and is refused once the first has committed. Where anybody gets an address nobody can vouch
 * for all of them; the list of such domains has some universities by mistake. What a connection has
 * already stays its own.
 * @throws DomainError domain_taken, validation_failed for a public mail domain
 */
export async function claimDomains(
  tx: Transaction,
  connectionId: string,
  domains: readonly string[],
  isKnownDomain: IsKnownDomain,
): Promise<void> {
  // In one order for everybody, so that two who claim several do not wait for each other.
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
      if (isPublicMail(domain) && !(await isKnownDomain(tx, domain)))
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
