import { fullNameSql } from '../../access/accounts/full-name.sql';
import { collaboratorRolesSql } from '../../studies/study.policy';

/**
 * SQL for the names of the students who build a study, its owner first.
 * @param study an alias for a row with `id` and `owner_id`
 */
export const builderNamesSql = (study: string): string =>
  `ARRAY(SELECT ${fullNameSql('p')} FROM (
     SELECT ${study}.owner_id AS id, 0 AS place
     UNION ALL SELECT k.id::uuid, 1 FROM jsonb_object_keys(${collaboratorRolesSql(study)}) AS k (id)) b
   JOIN identity.person p ON p.id = b.id ORDER BY b.place, p.last_name, p.first_name, p.id)`;
