import { CreditBadge } from './credit-badge';
import { commonCreditRate } from './rate.rule';
import { useStudentClasses } from './student-classes';

/** What a study is worth in the reader's courses, once these are loaded. @param minutes as the study states */
export function StudyCredit({ minutes }: { minutes: number }) {
  const { classes, isSettled } = useStudentClasses();
  return (
    <span style={isSettled ? undefined : { visibility: 'hidden' }}>
      <CreditBadge minutes={minutes} rate={commonCreditRate(classes)} />
    </span>
  );
}
