import { createContext } from 'react';

/**
 * Whether the surrounding editor holds an incomplete condition of "who may take part", which is not saved: a
 * launch would recruit without it.
 */
export const UnfinishedConditions = createContext(false);
