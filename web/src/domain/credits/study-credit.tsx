import { CreditBadge } from './credit-badge';
import { commonCreditRate } from './rate.rule';
import { useStudentClasses } from './student-classes';

/**
 * Shows how much credit a study gives in the reader's courses, once these are loaded.
 * @param minutes the duration that the study states
 */
export function StudyCredit({ minutes }: { minutes: number }) {
  const { classes, isSettled } = useStudentClasses();
  return (
    <span style={isSettled ? undefined : { visibility: 'hidden' }}>
      <CreditBadge minutes={minutes} rate={commonCreditRate(classes)} />
    </span>
  );
}
