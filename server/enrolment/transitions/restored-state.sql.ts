/**
 * SQL: the state that overturning a decision restores. A rejected participation becomes approved. A
 * cancelled participation returns to its previous state. Null for all other states.
 * @param p the alias of a row of `research.participation`
 * @param state an operand: the state to overturn
 */
export const restoredStateSql = (p: string, state: string): string => `
  CASE ${state} WHEN 'rejected' THEN 'approved' WHEN 'nullified' THEN (
    SELECT cancelled.from_state FROM research.participation_move cancelled
    WHERE cancelled.participation_id = ${p}.id AND cancelled.to_state = 'nullified'
      AND cancelled.from_state <> 'nullified'
    ORDER BY cancelled.id DESC LIMIT 1) END`;
