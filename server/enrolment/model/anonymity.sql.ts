/**
 * The kind of anonymity, computed like `anonymityOf` (contracts/studies/anonymity.ts); null for a session
 * that is not called anonymous. A runtime from before this field existed is by agreement.
 */
export const anonymitySql = (level: string, tooFew: string, runtime: string): string =>
  `CASE WHEN ${level} = 'anonymous' AND NOT ${tooFew} THEN
     CASE WHEN ${runtime} @> '{"kind": "builder", "own_code": false}' AND ${runtime} -> 'hosts' = '[]'
       THEN 'by_construction' ELSE 'by_agreement' END END`;
