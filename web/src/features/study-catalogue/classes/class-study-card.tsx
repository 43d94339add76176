import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StudyOfClass } from '../../../domain/class-building/class-studies';
import { CreditBadge } from '../../../domain/credits/credit-badge';
import { formatList } from '../../../lib/intl/format';
import { IconArmchair } from '../../../ui/icons/armchair';
import { IconSchool } from '../../../ui/icons/school';
import { formatAboutMinutes, DurationBadge } from '../../../ui/duration';
import { payWords } from '../../../ui/money';
import classes from '../study-card.module.css';
import type { OwnParticipationState } from '../use-own-states';

interface Props {
  of: StudyOfClass;
  mine: OwnParticipationState | undefined;
  /**
   * The credit for an hour in the reader's courses, in hundredths; null if the courses give
   * different credit.
   */
  rate: number | null;
}

/**
 * The card of a study that classmates built. It looks like the card of any study, and shows who
 * built the study, how long it takes, and how many credits it gives.
 */
export function ClassStudyCard({ of: { study, classroom }, mine, rate }: Props) {
  const { t } = useTranslation(['credits', 'studies', 'common']);
  const session = study.session_id ? `?session=${study.session_id}` : '';
  return (
    <Card component="article" className={classes.card}>
      <Stack gap={4}>
        <Title order={2} size="h3" lineClamp={3}>
          <Link to={`/study/details/${study._id}${session}`} className={classes.link}>
            {study.title}
          </Link>
        </Title>
        <Text size="sm" c="dimmed">
          {t('credits:class_study.by', { names: formatList(study.builders) })}
        </Text>
      </Stack>
      <Stack gap={6}>
        <div className="numbers">
          <Text fw={650} size="lg" lh={1.3}>
            {payWords(t, null, study.duration_minutes, null)[0]}
          </Text>
          <Text size="sm">{formatAboutMinutes(t, study.duration_minutes)}</Text>
        </div>
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconSchool size={18} stroke={1.6} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
          <Text size="sm">{t('credits:class_study.how')}</Text>
        </Group>
        <Group gap="xs">
          <DurationBadge minutes={study.duration_minutes} />
          {study.offers_credit && <CreditBadge minutes={study.duration_minutes} rate={rate} />}
          {mine && (
            <Badge
              variant="filled"
              color="teal"
              leftSection={<IconArmchair size={14} aria-hidden />}
            >
              {t(`studies:card.yours.${mine}`)}
            </Badge>
          )}
        </Group>
      </Stack>
      <div className={classes.foot}>
        <Text size="sm" fw={600}>
          {t('credits:class_study.name')}
        </Text>
        <Text size="sm" c="dimmed">
          {classroom.title}
        </Text>
      </div>
    </Card>
  );
}
