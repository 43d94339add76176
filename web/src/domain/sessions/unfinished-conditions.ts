import { createContext } from 'react';

/**
 * Whether the editor around holds a condition of "who may take part" that is not complete, and so
 * not saved: a launch would recruit without it.
 */
export const UnfinishedConditions = createContext(false);
