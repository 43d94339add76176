/**
 * What stands behind the word anonymous, as `anonymityOf` (contracts/anonymity.ts) says it of a runtime; null
 * for what is not called anonymous. Runtimes of before this was looked at say nothing: by agreement.
 */
export const anonymitySql = (level: string, tooFew: string, runtime: string): string =>
  `CASE WHEN ${level} = 'anonymous' AND NOT ${tooFew} THEN
     CASE WHEN ${runtime} @> '{"kind": "builder", "own_code": false}' AND ${runtime} -> 'hosts' = '[]'
       THEN 'by_construction' ELSE 'by_agreement' END END`;
