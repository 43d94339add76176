/**
 * SQL: the kind of anonymity, computed like `anonymityOf` (contracts/studies/anonymity.ts); null
 * for a session that is not called anonymous. A builder study counts as anonymous by construction
 * only if its runtime has the field `own_code`, which older launches lack.
 */
export const anonymitySql = (level: string, tooFew: string, runtime: string): string =>
  `CASE WHEN ${level} = 'anonymous' AND NOT ${tooFew} THEN
     CASE WHEN ${runtime} @> '{"kind": "builder", "own_code": false}' AND ${runtime} -> 'hosts' = '[]'
       THEN 'by_construction' ELSE 'by_agreement' END END`;
