/** The pseudonym has had a participation in the study, in any state. Both are operands. */
export const takesPart = (study: string, pseudonym: string): string =>
  `EXISTS (SELECT FROM research.participation p WHERE p.study_id = ${study}
   AND p.pseudonym = ${pseudonym})`;

/** The pseudonym holds a seat in the study, started or not. Both are operands. */
export const holdsSeat = (study: string, pseudonym: string): string =>
  `EXISTS (SELECT FROM research.participation p WHERE p.study_id = ${study}
   AND p.pseudonym = ${pseudonym} AND p.state IN ('enrolled', 'started'))`;
