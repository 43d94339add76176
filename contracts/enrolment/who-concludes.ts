import type { z } from 'zod';
import type { Runtime } from '../studies/study-runtime';

/**
 * Whether participants cannot complete the study themselves: it has written instructions and no
 * slots, and its settings let only the researcher record the completion.
 */
export const isConcludedByResearcher = (runtime: z.output<typeof Runtime> | null): boolean =>
  runtime?.kind === 'notes' && runtime.completes === 'researcher';
