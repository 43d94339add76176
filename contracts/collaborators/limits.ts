/** Business constants, sizes and rates (docs/domain.md, 10). */
export const collaboratorsLimits = {
  /** How many collaborators a study may have, including invited ones. */
  collaborators: 50,
  /** How long an invitation to a study waits for its answer. */
  studyInvitationHours: 14 * 24,
  /** How long a study that is offered to another owner waits for the answer. */
  studyOfferHours: 14 * 24,
} as const;
