import type { z } from 'zod';
import type { Runtime } from '../studies/study-runtime';

/**
 * Whether only the researcher records who completed the study: the study has written instructions,
 * and its settings say so. Participants then cannot complete it by a click.
 */
export const isConcludedByResearcher = (runtime: z.output<typeof Runtime> | null): boolean =>
  runtime?.kind === 'notes' && runtime.completes === 'researcher';
