import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '../../../../ui/icons/users';
import { useTranslation } from 'react-i18next';
import type { VariableDescription } from '../../../../../../contracts/research-data/study-variables';

/** Shows the description that another person has written meanwhile, beside the reader's own. */
export function ConflictingDescription({
  theirs,
  onTake,
  onKeep,
}: {
  theirs: VariableDescription;
  onTake: () => void;
  onKeep: () => void;
}) {
  const { t } = useTranslation('study-variables');
  const { description, unit, levels } = theirs;
  const isEmpty = description === '' && unit === '' && levels.length === 0;
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('other.title')} role="alert">
      <Stack gap="sm">
        <Text size="sm">{isEmpty ? t('other.emptied') : t('other.text')}</Text>
        {description !== '' && (
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {t('other.description', { description })}
          </Text>
        )}
        {unit !== '' && <Text size="sm">{t('other.unit', { unit })}</Text>}
        {levels.map(({ value, label }) => (
          <Text key={value} size="sm">
            {t('other.level', { value, label })}
          </Text>
        ))}
        <Group gap="sm">
          <Button variant="default" onClick={onTake}>
            {t('other.take')}
          </Button>
          <Button variant="default" onClick={onKeep}>
            {t('other.keep')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
