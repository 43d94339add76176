import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  /**
   * The permission that the field sets: `shares` to pass data on between participants, `frames` to
   * show frames within the study's pages.
   */
  of: 'shares' | 'frames';
  /** Whether the version uses the permission, according to its report. */
  isUsed: boolean;
  value: boolean;
  onChange: (value: boolean) => void;
}

/**
 * The field for one permission of the study. It shows a warning if the version's files use the
 * permission but the study does not have it.
 */
export function PermissionField({ of, isUsed, value, onChange }: Props) {
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
