import type { BundleRun } from '../../../contracts/research-data/bundle';
import { bundleInvalid } from './bundle-invalid';

/** The limit for all different conditions of a bundle: a session has at most 60,000 characters of them. */
export const mostChars = 20_000_000;

/**
 * The distinct conditions of a bundle's runs: runs have few different ones, and all runs are in memory until the
 * import is written.
 */
export class ConditionsOfRuns {
  private readonly known = new Map<string, BundleRun['condition']>();
  private chars = 0;

  /** The same object for the same condition. @throws DomainError bundle_invalid beyond what is kept */
  one(condition: BundleRun['condition'], place: string): BundleRun['condition'] {
    if (condition === null) return null;
    const key = JSON.stringify(condition);
    const known = this.known.get(key);
    if (known) return known;
    this.chars += key.length;
    if (this.chars > mostChars) throw bundleInvalid(place, 'bundle_malformed');
    this.known.set(key, condition);
    return condition;
  }
}
