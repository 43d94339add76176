/**
 * The account that holds a valid sign-in, or a valid API token that may export this study: for a signed
 * address, which a browser or a program opens without the token. Operands: the token's id, the study's id,
 * now.
 */
export const holderSql = (token: string, study: string, now: string): string => `(
  SELECT s.account_id, false AS is_api_token FROM identity.token s WHERE s.id = ${token} AND s.expires_at > ${now}
  UNION ALL
  SELECT k.account_id, true FROM identity.api_token k
  JOIN identity.account a ON a.id = k.account_id AND a.is_researcher AND a.deletion_at IS NULL
  WHERE k.id = ${token} AND k.expires_at > ${now} AND 'export' = ANY (k.scopes)
    AND (k.study_ids IS NULL OR ${study} = ANY (k.study_ids)))`;
