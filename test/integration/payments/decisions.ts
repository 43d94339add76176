/** Decisions about a participation, with the reasons that they need. */
export const rejectDecision = {
  action: 'reject',
  category: 'too_fast',
  reason:
    'You answered all forty pages within two minutes, and both questions that ask to tick a given box ' +
    'were answered with another one.',
} as const;
export const overturnDecision = {
  action: 'overturn',
  reason: 'You were right: our check was wrong.',
} as const;
export const nullifyDecision = { action: 'nullify', reason: 'The machine broke down.' } as const;
