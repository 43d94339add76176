import { nextSessionRosterReadersSql, rosterReadersSql } from '../studies/people/roster.policy';

/**
 * SQL for a researcher's name and organization as JSON.
 * @param id an SQL operand: the id of the account
 * @param b an alias of `identity.researcher_byline`, whose row is absent if the account was erased
 */
export const bylineSql = (id: string, b: string) =>
  `jsonb_build_object('_id', ${id}, 'first_name', coalesce(${b}.first_name, ''), 'last_name',
    coalesce(${b}.last_name, ''), 'organization', ${b}.organization)`;

/**
 * SQL for a JSON array of the researchers who see names of participants, with the owner first.
 * - For a caller without a role in the study `t`: the researchers who see names in the session `w`.
 * - For a caller with a role in the study: the researchers who would see names in the study's next
 *   session. The caller sees the study as it is now, so there is no row `w`.
 * @param w an alias of `research.recruitment`
 */
export const researchersSeeingNamesSql = (w: string) => `
    (SELECT coalesce(jsonb_agg(${bylineSql('n.id', 'n')} ORDER BY who.place, n.last_name, n.first_name, n.id), '[]')
      FROM (SELECT t.owner_id AS id, 0 AS place UNION ALL
        SELECT reader.id::uuid, 1 FROM jsonb_array_elements_text(
          CASE WHEN ${w}.id IS NULL THEN ${nextSessionRosterReadersSql('t')} ELSE ${rosterReadersSql('t', w)} END) AS reader (id)) who
      CROSS JOIN LATERAL (SELECT * FROM identity.researcher_byline b WHERE b.id = who.id OFFSET 0) n)`;
