import { isOwnedBySql } from '../study.policy';

/*
 * The studies in a researcher's data export; $1 is the account. Each row has one JSON column,
 * `row`.
 */

export const ownStudiesSql = `
  SELECT to_jsonb(t) - 'owner_id' - 'copy_key' AS row FROM research.study t
  WHERE ${isOwnedBySql('t', '$1')} ORDER BY created_at, id`;

export const ownConsentDocumentsSql = `
  SELECT to_jsonb(c) AS row FROM research.consent c JOIN research.study t ON t.id = c.study_id
  WHERE ${isOwnedBySql('t', '$1')} ORDER BY c.created_at, c.id`;
