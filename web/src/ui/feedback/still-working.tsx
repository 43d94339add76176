import { Group, Loader, Paper, Text } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAfter } from './loading';

function Word() {
  const { t } = useTranslation('common');
  return useAfter(2000) ? (
    <Paper shadow="md" px="md" py="xs" maw={440} mx="auto" mb="xs" w="fit-content">
      <Group gap="xs" wrap="nowrap">
        <Loader size={18} aria-hidden />
        <Text>{t('loading.working')}</Text>
      </Group>
    </Paper>
  ) : null;
}

/**
 * Shown while a mutation runs: after two seconds a spinner needs a text (DESIGN, behave), and a
 * busy button only has room for the spinner.
 */
export const StillWorking = () => (useIsMutating() > 0 ? <Word /> : null);
