import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Credit, CourseCredits } from '../../../../../contracts/teaching/credits';
import { formatCredits } from '../../../domain/credits/format-credits';
import { creditsForMinutes } from '../../../domain/credits/rate.rule';
import lines from '../../../domain/credits/credits.module.css';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconChevronDown } from '../../../ui/icons/chevron-down';
import { MenuButton } from '../../../ui/menu-button';
import classes from './credit-list.module.css';
import { useMoveCredit } from './use-move-credit';

const nameOf = ({ course: { title, term } }: CourseCredits) => `${title} · ${term}`;

interface Props {
  credits: readonly Credit[];
  courses: readonly CourseCredits[];
}

/**
 * A student's credits. Each line says for what the student got the credit, and in which course it
 * counts. A button moves the credit to another course.
 */
export function CreditList({ credits, courses }: Props) {
  const move = useMoveCredit(courses);
  return (
    <Stack gap="sm">
      <ErrorNotice error={move.error} />
      <ul className={lines.lines}>
        {credits.map((credit) => (
          <li key={credit._id} className={classes.line}>
            <CreditLine
              credit={credit}
              courses={courses}
              isBusy={move.isBusy(credit)}
              onMove={(to) => move.start(credit, to)}
            />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface LineProps {
  credit: Credit;
  courses: readonly CourseCredits[];
  isBusy: boolean;
  onMove: (courseId: string) => void;
}

function CreditLine({ credit, courses, isBusy, onMove }: LineProps) {
  const { t } = useTranslation(['credits', 'common']);
  const { source, minutes } = credit;
  const title = credit.title ?? t(`credits:list.gone.${source}`);
  const at = courses.find(({ course }) => course._id === credit.course_id);
  const others = credit.movable ? courses.filter((one) => one.open && one !== at) : [];
  return (
    <>
      <div className={classes.what}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" className="numbers">
          {t(`credits:list.source.${source}`)} · {t('common:duration.minutes', { count: minutes })}
        </Text>
      </div>
      <div className={`numbers ${classes.worth}`}>
        {credit.credits !== null && (
          <Text fw={650}>{t('credits:credits', { credits: formatCredits(credit.credits) })}</Text>
        )}
        <Text size="sm" c="dimmed">
          {at ? nameOf(at) : t(`credits:list.${credit.course_id === null ? 'nowhere' : 'former'}`)}
        </Text>
      </div>
      <div className={classes.way}>
        {others.length > 0 && (
          <MenuButton
            position="bottom-end"
            width={300}
            hint={t('credits:move.hint')}
            target={
              <Button
                variant="default"
                size="sm"
                loading={isBusy}
                rightSection={<IconChevronDown size={16} aria-hidden />}
                aria-label={t(at ? 'credits:move.label' : 'credits:move.choose_label', { title })}
              >
                {t(at ? 'credits:move.move' : 'credits:move.choose')}
              </Button>
            }
            entries={others.map((one) => ({
              label: t('credits:move.to', {
                course: nameOf(one),
                credits: formatCredits(creditsForMinutes(minutes, one.course.credits_per_hour)),
              }),
              onClick: () => onMove(one.course._id),
            }))}
          />
        )}
      </div>
    </>
  );
}
