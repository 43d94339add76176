import { createContext } from 'react';

/**
 * Whether the editor around this component holds an incomplete condition of "who may take part".
 * Incomplete conditions are not saved, so a launch would recruit without it.
 */
export const UnfinishedEligibilityContext = createContext(false);
