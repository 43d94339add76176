/**
 * The state of a participation as files by code may have it. A decision is made by tag: in an anonymous session it would tell
 * which code the tag has, so it is left out there, and who was decided about has the state from before.
 * @param p an alias of research.participation
 * @param level an operand, the privacy level of the session
 * @param state an operand, the state that the session's list shows
 */
export const exportedStateSql = (p: string, level: string, state: string): string => `
  (CASE WHEN ${level} <> 'anonymous' OR ${state} NOT IN ('approved', 'rejected', 'nullified') THEN ${state}
    WHEN ${state} <> 'nullified' OR EXISTS (SELECT FROM research.participation_move m
      WHERE m.participation_id = ${p}.id AND m.to_state = 'completed') THEN 'completed'
    ELSE 'started' END)`;
