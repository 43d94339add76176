/** The dates of an assignment. A date is null if the assignment has none. */
export interface AssignmentDates {
  readonly opens_at: Date | null;
  readonly due_at: Date | null;
}

/**
 * Checks the dates of an assignment: it must be due after it opens, and a new due date must be in
 * the future.
 * @param now null if the due date does not change
 * @returns the error code of the field `due_at`; null if the dates are valid
 */
export function errorOfAssignmentDates(
  { opens_at, due_at }: AssignmentDates,
  now: Date | null,
): 'in_the_past' | 'before_opening' | null {
  if (due_at === null) return null;
  if (now && due_at <= now) return 'in_the_past';
  return opens_at && due_at <= opens_at ? 'before_opening' : null;
}
