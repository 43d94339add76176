import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What is allowed: passing data on between participants, or frames within its pages. */
  of: 'shares' | 'frames';
  /** By the version, as its report says. */
  isUsed: boolean;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** What a study may do; of a version that does so without being allowed, the researcher is told. */
export function AllowedField({ of, isUsed, value, onChange }: Props) {
  const { t } = useTranslation('hosted-study');
  return (
    <Stack gap="xs">
      <Checkbox
        size="md"
        label={t(`${of}.label`)}
        description={t(`${of}.hint`)}
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {isUsed && !value && (
        <Group gap="sm" role="status">
          <Text size="sm" flex="1 1 20rem">
            {t(`${of}.missing`)}
          </Text>
          <Button variant="default" onClick={() => onChange(true)}>
            {t(`${of}.allow`)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
