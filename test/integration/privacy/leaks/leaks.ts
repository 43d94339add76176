import { leaksByOrderAndRarity } from './by-order-and-rarity';
import { leaksByTime } from './by-time';
import { leaksByValue } from './by-value';
import type { Leaks } from './leak';

/**
 * Leaks that earlier versions of the product had, or that a careless change would make. Each is
 * added to what an observer sees, to prove that the matcher finds it.
 */
export const leaks: Leaks = { ...leaksByValue, ...leaksByTime, ...leaksByOrderAndRarity };
