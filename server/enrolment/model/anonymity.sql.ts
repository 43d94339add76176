/**
 * SQL: the kind of anonymity, by the same rules as `anonymityOf` (contracts/studies/anonymity.ts).
 * Null for a session that is not called anonymous. A builder study is `by_construction` only if its
 * runtime has the field `own_code`, which older launches lack.
 */
export const anonymitySql = (level: string, tooFew: string, runtime: string): string =>
  `CASE WHEN ${level} = 'anonymous' AND NOT ${tooFew} THEN
     CASE WHEN ${runtime} @> '{"kind": "builder", "own_code": false}' AND ${runtime} -> 'hosts' = '[]'
       THEN 'by_construction' ELSE 'by_agreement' END END`;
