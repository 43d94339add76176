import { Group, Paper, Text } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHasElapsed } from '../loading/after';
import { BusyDots } from '../loading/loading';

function Word() {
  const { t } = useTranslation('common');
  return useHasElapsed(2000) ? (
    <Paper shadow="md" px="md" py="xs" maw={440} mx="auto" mb="md" w="fit-content">
      <Group gap="xs" wrap="nowrap">
        <BusyDots />
        <Text>{t('loading.working')}</Text>
      </Group>
    </Paper>
  ) : null;
}

/**
 * Shows a text while a mutation runs. Anything that takes more than two seconds needs a text
 * (DESIGN, behave), and a busy button has no space for a text.
 */
export const StillWorking = () => (useIsMutating() > 0 ? <Word /> : null);
