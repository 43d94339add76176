/** The days of an assignment, each null where there is none. */
export interface AssignmentDates {
  readonly opens_at: Date | null;
  readonly due_at: Date | null;
}

/**
 * Why an assignment cannot have these dates: it is due after it opens, and a new due date lies ahead.
 * @param now null where the due date stays as it is
 * @returns the code of the refused field `due_at`; null where they are fine
 */
export function faultOfDates(
  { opens_at, due_at }: AssignmentDates,
  now: Date | null,
): 'in_the_past' | 'before_opening' | null {
  if (due_at === null) return null;
  if (now && due_at <= now) return 'in_the_past';
  return opens_at && due_at <= opens_at ? 'before_opening' : null;
}
