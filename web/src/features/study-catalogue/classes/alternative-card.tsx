import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dueDateOf } from '../../../domain/credits/assignment.rule';
import { formatCredits } from '../../../domain/credits/format-credits';
import type { StudentAssignment } from '../../../domain/credits/own-assignments';
import { IconPencil } from '../../../ui/icons/pencil';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { formatAboutMinutes, DurationBadge } from '../../../ui/duration';
import { AlternativeAssignmentBadge } from '../../../domain/credits/alternative-state';
import { plainText } from '../plain-text.rule';
import classes from '../study-card.module.css';

/**
 * The card of an assignment that a student can do instead of studies. It looks like the card of a
 * study, and shows the credits, the duration, and until when the assignment can be handed in.
 */
export function AlternativeCard({ own }: { own: StudentAssignment }) {
  const { t } = useTranslation(['credits', 'studies', 'common']);
  const { assignment, classroom } = own;
  const { credits, instructions } = assignment;
  const due = dueDateOf(own);
  const minutes = assignment.minutes ?? 0;
  return (
    <Card component="article" className={classes.card}>
      <Stack gap={4}>
        <Title order={2} size="h3" lineClamp={3}>
          <Link to={`/assignments/${assignment._id}`} className={classes.link}>
            {assignment.title}
          </Link>
        </Title>
        <Text size="sm" c="dimmed">
          {classroom.course?.title ?? classroom.title}
        </Text>
      </Stack>
      <Text size="sm" lineClamp={3}>
        {plainText(instructions)}
      </Text>
      <Stack gap={6}>
        <div className="numbers">
          <Text fw={650} size="lg" lh={1.3}>
            {credits === null
              ? t('credits:alternative.without_credit')
              : t('credits:credits', { credits: formatCredits(credits) })}
          </Text>
          <Text size="sm">{formatAboutMinutes(t, minutes)}</Text>
        </div>
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconPencil size={18} stroke={1.6} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
          <Text size="sm">{t('credits:alternative.how')}</Text>
        </Group>
        <Group gap="xs">
          <DurationBadge minutes={minutes} />
          <AlternativeAssignmentBadge own={own} />
        </Group>
      </Stack>
      <div className={classes.foot}>
        <Text size="sm" fw={600}>
          {t('credits:alternative.name')}
        </Text>
        {due && (
          <Text size="sm" c="dimmed">
            {t('credits:due')} <TimeWithZone at={due} />
          </Text>
        )}
      </div>
    </Card>
  );
}
