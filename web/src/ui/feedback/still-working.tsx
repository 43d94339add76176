import { Group, Paper, Text } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAfter } from '../loading/after';
import { Dots } from '../loading/loading';

function Word() {
  const { t } = useTranslation('common');
  return useAfter(2000) ? (
    <Paper shadow="md" px="md" py="xs" maw={440} mx="auto" mb="md" w="fit-content">
      <Group gap="xs" wrap="nowrap">
        <Dots />
        <Text>{t('loading.working')}</Text>
      </Group>
    </Paper>
  ) : null;
}

/**
 * Shown while a mutation runs: after two seconds a spinner needs a text (DESIGN, behave), for which
 * a busy button has no room.
 */
export const StillWorking = () => (useIsMutating() > 0 ? <Word /> : null);
