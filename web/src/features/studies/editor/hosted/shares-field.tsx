import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  /** By the version, as its report says. */
  isUsed: boolean;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** Whether a study passes data on between participants; a version that does so without it is told. */
export function SharesField({ isUsed, value, onChange }: Props) {
  const { t } = useTranslation('hosted-study');
  return (
    <Stack gap="xs">
      <Checkbox
        size="md"
        label={t('shares.label')}
        description={t('shares.hint')}
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {isUsed && !value && (
        <Group gap="sm" role="status">
          <Text size="sm" flex="1 1 20rem">
            {t('shares.missing')}
          </Text>
          <Button variant="default" onClick={() => onChange(true)}>
            {t('shares.allow')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
