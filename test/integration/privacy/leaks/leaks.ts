import { leaksByOrderAndRarity } from './by-order-and-rarity';
import { leaksByTime } from './by-time';
import { leaksByValue } from './by-value';
import type { Leaks } from './leak';

/**
 * What earlier versions of the product revealed, or a careless change would reveal: each leak is added to
 * what an observer sees, to prove that the matcher finds it.
 */
export const leaks: Leaks = { ...leaksByValue, ...leaksByTime, ...leaksByOrderAndRarity };
