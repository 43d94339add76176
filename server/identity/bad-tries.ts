import type { ErrorCode } from '../../contracts/errors';
import { DomainError } from '../platform/errors';
import { networkOf, RateLimit, rules } from '../platform/rate-limit';

/** What somebody brings who tries things out: what they hold is worth nothing, or they ask whether an address has an account. */
const bad: readonly ErrorCode[] = ['invalid_identity_token', 'invalid_flow', 'invalid_invitation', 'identity_proof_needed', 'validation_failed'];

/**
 * Bad tokens count against the place in the network as bad passwords do. They are counted afterwards, since nobody guesses a signature: so a
 * lecture hall that signs in at the same moment, each waiting for the provider, does not lock itself out.
 * @param isBad for an answer that counts although nothing failed
 * @throws DomainError too_many_requests
 */
export async function countingBadTries<T>(limit: RateLimit, ip: string, work: () => Promise<T>, isBad: (answer: T) => boolean = () => false): Promise<T> {
  const network = networkOf(ip);
  await limit.mayTry(rules.signInFromNetwork, network);
  try {
    const answer = await work();
    if (isBad(answer)) await limit.take(rules.signInFromNetwork, network);
    return answer;
  } catch (error) {
    if (error instanceof DomainError && bad.includes(error.code)) await limit.take(rules.signInFromNetwork, network);
    throw error;
  }
}
