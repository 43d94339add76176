import { createContext } from 'react';

/**
 * Whether the condition that the researcher is editing in "who may take part" is incomplete. An
 * incomplete condition is not saved, so a session that is launched now would recruit people without
 * it.
 */
export const UnfinishedEligibilityContext = createContext(false);
