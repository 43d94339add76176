import type { z } from 'zod';
import type { Runtime } from '../studies/study-runtime';

/** Whether only the researcher can record that a participation is completed, in a study without slots. */
export const isConcludedByResearcher = (runtime: z.output<typeof Runtime> | null): boolean =>
  runtime?.kind === 'notes' && runtime.completes === 'researcher';
