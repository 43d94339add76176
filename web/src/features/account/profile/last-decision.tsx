import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readOwnReview } from '../../../../../contracts/researchers/researchers';
import { query } from '../../../lib/http/api';
import { formatDate } from '../../../lib/intl/format';

/**
 * Shows the reviewer's reason for the last decision on the researcher, also while the next review
 * is pending.
 */
export function LastReviewDecision() {
  const { t } = useTranslation('profile');
  const { data } = useQuery({ ...query(readOwnReview), staleTime: 0 });
  const last = data?.last_decision;
  if (!last) return null;
  return (
    <Alert
      color={last.state === 'approved' ? 'teal' : 'orange'}
      role="note"
      title={t(`affiliation.decided_${last.state}`, { date: formatDate(last.decided_at) })}
    >
      <Stack gap={2}>
        <Text size="sm">{t('affiliation.reason')}</Text>
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{last.reason}</Text>
      </Stack>
    </Alert>
  );
}
