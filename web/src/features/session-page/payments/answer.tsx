import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

/** Longer answers are folded. */
const shortLength = 120;

/** Shows the beginning of a participant's answer to a rejection, and a button for the rest. */
export function RejectionAnswerText({ tag, text }: { tag: string; text: string }) {
  const { t } = useTranslation('session-payments');
  const id = useId();
  const [isOpen, { toggle }] = useDisclosure();
  const isLong = text.length > shortLength || text.includes('\n');
  return (
    <Stack gap={2} mt={6} align="flex-start" maw="32rem">
      <Text size="xs" c="dimmed">
        {t('answer.label')}
      </Text>
      <Text
        id={id}
        size="sm"
        lineClamp={isLong && !isOpen ? 2 : undefined}
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
      >
        {text}
      </Text>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-sm"
          px={0}
          onClick={toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t(isOpen ? 'answer.less_of' : 'answer.all_of', { tag })}
          data-no-print
        >
          {t(isOpen ? 'answer.less' : 'answer.all')}
        </Button>
      )}
    </Stack>
  );
}
