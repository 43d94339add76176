import { revivableStates } from './participation.rule';

/**
 * One of the pseudonyms has had a participation in the study, in any state. Both are operands;
 * `pseudonyms` is a `bytea[]`, those of one person (pseudonyms.ts), or null.
 */
export const takesPart = (study: string, pseudonyms: string): string =>
  `EXISTS (SELECT FROM research.participation p WHERE p.study_id = ${study}
   AND p.pseudonym = ANY(${pseudonyms}))`;

/** One of the pseudonyms holds a seat in the study, started or not. As above. */
export const holdsSeat = (study: string, pseudonyms: string): string =>
  `EXISTS (SELECT FROM research.participation p WHERE p.study_id = ${study}
   AND p.pseudonym = ANY(${pseudonyms}) AND p.state IN ('enrolled', 'started'))`;

/** "Has participated": from the start on, whatever became of it (docs/domain.md, 2). */
export const hasParticipated = (p: string): string =>
  `(${p}.started_at IS NOT NULL OR ${hasCompleted(p)})`;

/** "Completed": completed, and not rejected (docs/domain.md, 2). */
export const hasCompleted = (p: string): string => `${p}.state IN ('completed', 'approved')`;

const revivable = revivableStates.map((state) => `'${state}'`).join(', ');

/** The participation stands, or has ended so that it cannot be revived (participation.rule.ts). */
export const cannotReturn = (p: string): string =>
  `(${p}.started_at IS NOT NULL OR ${p}.state NOT IN (${revivable}))`;
