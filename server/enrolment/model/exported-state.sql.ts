/**
 * SQL: the state of a participation that export files may show. Export files use pseudonymous
 * codes, while researchers decide by tag. So in an anonymous session, the file shows the state
 * before the decision: a decision next to a code would reveal which code belongs to which tag.
 * @param p an alias of research.participation
 * @param level an operand, the privacy level of the session
 * @param state an operand, the state that the session's roster shows
 */
export const exportedStateSql = (p: string, level: string, state: string): string => `
  (CASE WHEN ${level} <> 'anonymous' OR ${state} NOT IN ('approved', 'rejected', 'nullified') THEN ${state}
    WHEN ${state} <> 'nullified' OR EXISTS (SELECT FROM research.participation_move m
      WHERE m.participation_id = ${p}.id AND m.to_state = 'completed') THEN 'completed'
    ELSE 'started' END)`;
