import { hasEverCompletedSql } from '../model/participation-facts.sql';

/**
 * SQL condition: the same decision as `showsName` (roster.rule.ts), for a participation that has
 * started.
 * @param level an SQL operand: the privacy level that applies to the caller
 * @param id an SQL operand: the id of the participation
 */
export const showsNameSql = (level: string, id: string): string =>
  `CASE ${level} WHEN 'roster_on_start' THEN true
   WHEN 'roster_on_completion' THEN EXISTS (SELECT FROM research.participation named
     WHERE named.id = ${id} AND ${hasEverCompletedSql('named')})
   ELSE false END`;
