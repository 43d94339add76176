import { RateLimit, rules } from '../platform/rate-limit';
import type { ProvenPerson } from './recognise-identity';

/**
 * An account under an address that nobody has verified sends a mail there, and whoever runs a tenant can name any address: it counts
 * as a registration from this place in the network. Signing in again does not.
 * @throws DomainError too_many_requests
 */
export async function limitUnproven<T extends { created?: boolean }>(limit: RateLimit, network: string, { email, email_verified }: ProvenPerson, work: () => Promise<T>): Promise<T> {
  if (email === null || email_verified) return work();
  await limit.take(rules.registration, network);
  const done = await work();
  if (done.created !== true) await limit.giveBack(rules.registration, network);
  return done;
}
