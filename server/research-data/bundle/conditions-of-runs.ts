import type { BundleRun } from '../../../contracts/research-data/bundle';
import { invalidBundleError } from './bundle-invalid';

/**
 * How many characters all conditions of a bundle may have together; equal conditions count once.
 * The conditions of one session have at most 60,000 characters.
 */
export const mostConditionChars = 20_000_000;

/**
 * Keeps each different condition of a bundle's runs only once. All runs stay in memory until the
 * import has written them, but few of their conditions differ.
 */
export class ConditionsOfRuns {
  private readonly known = new Map<string, BundleRun['condition']>();
  private chars = 0;

  /**
   * Returns the same object for equal conditions, so that memory holds each only once.
   * @throws DomainError bundle_invalid where all conditions together are too long
   */
  one(condition: BundleRun['condition'], place: string): BundleRun['condition'] {
    if (condition === null) return null;
    const key = JSON.stringify(condition);
    const known = this.known.get(key);
    if (known) return known;
    this.chars += key.length;
    if (this.chars > mostConditionChars) throw invalidBundleError(place, 'bundle_malformed');
    this.known.set(key, condition);
    return condition;
  }
}
