import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconArmchair } from '../../ui/icons/armchair';
import { IconCheck } from '../../ui/icons/check';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EligibilityFit } from '../../../../contracts/catalogue/eligibility-fits';
import type { StudyCard as Data } from '../../../../contracts/studies/studies';
import { formatList } from '../../lib/intl/format';
import { useLiveTopics, useLiveSession } from '../../lib/live/live-context';
import { DurationBadge } from '../../ui/duration';
import { payWords } from '../../ui/money';
import { TimeWithZone } from '../../ui/dates/agreed';
import { plainText } from './plain-text.rule';
import { AvailableSpots } from '../../domain/studies/spots';
import { CreditBadge } from '../../domain/credits/credit-badge';
import type { OwnParticipationState } from './use-own-states';
import { StudyPlaceLine } from './where-line';
import classes from './study-card.module.css';
import { fullName } from '../../../../contracts/base/full-name.rule';

interface Props {
  card: Data;
  fit?: EligibilityFit;
  mine?: OwnParticipationState;
  /**
   * The credit for an hour in the reader's courses, in hundredths; null if the courses give
   * different credit.
   */
  rate?: number | null;
}

/**
 * Shows the facts by which a participant decides in ten seconds: topic, researcher, pay, duration,
 * place, free spots, and whether the reader already takes part.
 */
export function StudyCard({ card, fit, mine, rate = null }: Props) {
  const { t } = useTranslation(['studies', 'common']);
  const { ref, inViewport } = useInViewport();
  useLiveTopics(...(inViewport ? [`study:${card._id}` as const] : []));
  const live = useLiveSession(card.session_id);
  const open = !live || live.state === 'active';
  const [first, ...rest] = payWords(t, card.reward, card.duration_minutes, card.median_minutes);
  const { researcher } = card;
  return (
    <Card component="article" className={classes.card} ref={ref}>
      <Stack gap={4}>
        <Title order={2} size="h3" lineClamp={3}>
          <Link to={`/study/details/${card._id}`} className={classes.link}>
            {card.title}
          </Link>
        </Title>
        <Text size="sm" c="dimmed">
          {[fullName(researcher), researcher.organization].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <Text size="sm" lineClamp={3}>
        {plainText(card.description)}
      </Text>
      <Stack gap={6}>
        <div className="numbers">
          <Text fw={650} size="lg" lh={1.3}>
            {first}
          </Text>
          <Text size="sm">{rest.join(' · ')}</Text>
        </div>
        <StudyPlaceLine card={card} />
        {card.too_few_people && (
          <Text size="sm" c="dimmed">
            {t('studies:privacy.too_few_people')}
          </Text>
        )}
        {card.anonymity && (
          <Text size="sm" c="dimmed">
            {t(`studies:anonymity_card.${card.anonymity}`)}
          </Text>
        )}
        <Group gap="xs">
          <DurationBadge minutes={card.duration_minutes} />
          {card.offers_credit && <CreditBadge minutes={card.duration_minutes} rate={rate} />}
          {mine && (
            <Badge
              variant="filled"
              color="teal"
              leftSection={<IconArmchair size={14} aria-hidden />}
            >
              {t(`studies:card.yours.${mine}`)}
            </Badge>
          )}
          {!mine && fit?.fit === 'yes' && (
            <Badge
              variant="light"
              color="teal"
              tt="none"
              leftSection={<IconCheck size={14} aria-hidden />}
            >
              {t('studies:card.you_fit')}
            </Badge>
          )}
        </Group>
        {fit?.fit === 'answers' && (
          <Text size="sm" c="dimmed">
            {t('studies:card.asks', {
              names: formatList(
                fit.missing_fields.map((field) => t(`studies:answer_about.${field}`)),
              ),
            })}
          </Text>
        )}
      </Stack>
      <div className={classes.foot}>
        <AvailableSpots
          count={open ? (live?.spots_available ?? card.spots_available) : 0}
          open={open}
        />
        {card.closes_at && (
          <Text size="sm" c="dimmed">
            {t('studies:card.closes')} <TimeWithZone at={card.closes_at} />
          </Text>
        )}
      </div>
    </Card>
  );
}
