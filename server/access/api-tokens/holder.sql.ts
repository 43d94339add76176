/**
 * SQL for the account to which a token belongs. The token is that of a valid sign-in, or a valid
 * API token that may export this study. Signed addresses need this, because a browser or a program
 * opens them without sending the token.
 * @param token an operand: the token's id
 * @param study an operand: the study's id
 * @param now an operand: the current time
 */
export const tokenHolderSql = (token: string, study: string, now: string): string => `(
  SELECT s.account_id, false AS is_api_token FROM identity.token s WHERE s.id = ${token} AND s.expires_at > ${now}
  UNION ALL
  SELECT k.account_id, true FROM identity.api_token k
  JOIN identity.account a ON a.id = k.account_id AND a.is_researcher AND a.deletion_at IS NULL
  WHERE k.id = ${token} AND k.expires_at > ${now} AND 'export' = ANY (k.scopes)
    AND (k.study_ids IS NULL OR ${study} = ANY (k.study_ids)))`;
