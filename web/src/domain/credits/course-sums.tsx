import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CourseCredits } from '../../../../contracts/teaching/credits';
import { PercentageBar } from '../../ui/share-bar';
import { TimeWithZone } from '../../ui/dates/agreed';
import { formatCredits } from './format-credits';
import classes from './credits.module.css';

/**
 * Shows what a student has earned in a course, what is missing, and until when it can be earned.
 */
export function CourseCreditSums({ of: { course, earned, missing, open } }: { of: CourseCredits }) {
  const { t } = useTranslation('credits');
  const required = course.required_credits;
  return (
    <Stack gap={4} className="numbers">
      {required > 0 && (
        <PercentageBar part={Math.min(earned, required)} whole={required} className={classes.bar} />
      )}
      <Text>
        <Text span inherit fw={650}>
          {required > 0
            ? t('sums.earned_of', {
                earned: formatCredits(earned),
                required: formatCredits(required),
              })
            : t('sums.earned', { earned: formatCredits(earned) })}
        </Text>
        {required > 0 && (
          <>
            {' · '}
            {missing > 0
              ? t('sums.missing', { credits: formatCredits(missing) })
              : t('sums.complete')}
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {t(open ? 'sums.until' : 'sums.ended')} <TimeWithZone at={course.deadline} />
      </Text>
    </Stack>
  );
}
