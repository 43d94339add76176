import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type {
  RejectionAnswerDecision,
  RejectionAnswer,
} from '../../../../../../contracts/payments/rejection-answers';
import { formatDate } from '../../../../lib/intl/format';
import { formatMoney } from '../../../../lib/intl/format-money';

const ofDay = (day: string) => formatDate(`${day}T12:00:00`);

interface Props {
  answer: RejectionAnswer;
  onDecide: (action: RejectionAnswerDecision['action']) => void;
}

/**
 * Shows one answer: the researcher's reason, the participant's words, and the two possible
 * verdicts.
 */
export function RejectionAnswerCard({ answer, onDecide }: Props) {
  const { t } = useTranslation('payments');
  const money = formatMoney(answer);
  const { category } = answer;
  return (
    <Card component="article" aria-label={money}>
      <Stack gap="md">
        <Group justify="space-between" align="baseline" gap="xs">
          <Title order={2} size="h3" className="numbers">
            {money}
          </Title>
          <Text size="sm" c="dimmed">
            {t('answers.days', {
              rejected: ofDay(answer.rejected_on),
              until: ofDay(answer.decide_until),
            })}
          </Text>
        </Group>
        <Words
          label={
            category === null
              ? t('answers.researcher')
              : t('answers.researcher_category', { category: t(`answers.category.${category}`) })
          }
          text={answer.reason ?? t('answers.no_reason')}
        />
        <Words label={t('answers.participant')} text={answer.answer} />
        <Group gap="sm">
          <Button
            onClick={() => onDecide('overturn')}
            aria-label={t('answers.overturn.of', { money })}
          >
            {t('answers.overturn.do')}
          </Button>
          <Button
            variant="default"
            onClick={() => onDecide('uphold')}
            aria-label={t('answers.uphold.of', { money })}
          >
            {t('answers.uphold.do')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

const Words = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="sm" fw={600}>
      {label}
    </Text>
    <Text maw="68ch" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  </div>
);
