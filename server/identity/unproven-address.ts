import { RateLimit, rules } from '../platform/rate-limit';
import type { ProvenPerson } from './recognise-identity';

interface Outcome { kind: string; created?: boolean }

/**
 * An address that nobody has verified gets a mail, for a new account or for the one that has it, and whoever runs a tenant can name any
 * address: it counts as a registration from this place in the network, and of the mails of that address. Signing in again does not.
 * @param work is told whether the address may get a mail
 * @throws DomainError too_many_requests
 */
export async function limitUnproven<T extends Outcome>(limit: RateLimit, network: string, { email, email_verified }: ProvenPerson, work: (mayMail: boolean) => Promise<T>): Promise<T> {
  if (email === null || email_verified) return work(true);
  await limit.take(rules.registration, network);
  const mayMail = await limit.isWithin(rules.mailToAddress, email);
  const done = await work(mayMail);
  if (done.created === true || done.kind === 'proof_needed') return done;
  await limit.giveBack(rules.registration, network);
  // What was refused was not counted: given back, it would open the way for the next.
  if (mayMail) await limit.giveBack(rules.mailToAddress, email);
  return done;
}
