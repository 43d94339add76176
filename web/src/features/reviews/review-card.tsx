import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { IconCheck } from '../../ui/icons/check';
import { IconX } from '../../ui/icons/x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResearcherReview } from '../../../../contracts/researchers/researchers';
import { TimeText } from '../../ui/when';
import { DecisionForm } from './decision-form';
import classes from './review-facts.module.css';
import { ResearcherSignals } from './signals';
import { fullName } from '../../../../contracts/base/full-name.rule';
import { readableEmail } from '../../lib/intl/shown-email';

/** Shows what a pending researcher states about themselves, and the two possible decisions. */
export function ReviewCard({ review }: { review: ResearcherReview }) {
  const { t } = useTranslation('reviews');
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  const { researcher, organization, organization_ror_id, interests } = review;
  const name = fullName(researcher);
  return (
    <Card component="article" aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between" align="baseline" gap="xs">
          <Title order={2} size="h3">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {t('asked')} <TimeText at={review.requested_at} relative />
          </Text>
        </Group>
        <dl className={classes.facts}>
          <dt>{t('fact.organization')}</dt>
          <dd>
            {organization}
            {organization_ror_id && (
              <>
                {' '}
                ·{' '}
                <Anchor
                  href={organization_ror_id}
                  target="_blank"
                  rel="noopener noreferrer"
                  size="sm"
                >
                  {t('fact.registry')}
                </Anchor>
              </>
            )}
          </dd>
          <dt>{t('fact.email')}</dt>
          <dd>
            {readableEmail(researcher.email)}{' '}
            {researcher.email_verified ? (
              <Badge ml={4} color="teal" leftSection={<IconCheck size={12} aria-hidden />}>
                {t('fact.verified')}
              </Badge>
            ) : (
              <Badge
                ml={4}
                color="orange"
                leftSection={<IconAlertTriangle size={12} aria-hidden />}
              >
                {t('fact.not_verified')}
              </Badge>
            )}
          </dd>
          <dt>{t('fact.interests')}</dt>
          <dd>{interests || t('fact.none')}</dd>
          <dt>{t('fact.signals')}</dt>
          <dd>
            <ResearcherSignals review={review} />
          </dd>
        </dl>
        {decision ? (
          <DecisionForm review={review} decision={decision} onClose={() => setDecision(null)} />
        ) : (
          <Group gap="sm">
            <Button
              variant="light"
              leftSection={<IconCheck size={18} aria-hidden />}
              onClick={() => setDecision('approve')}
              aria-label={t('approve_named', { name })}
            >
              {t('approve')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconX size={18} aria-hidden />}
              onClick={() => setDecision('reject')}
              aria-label={t('reject_named', { name })}
            >
              {t('reject')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}
