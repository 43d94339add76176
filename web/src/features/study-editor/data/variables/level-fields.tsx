import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '../../../../ui/icons/plus';
import { IconX } from '../../../../ui/icons/x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  variableLimits,
  type ValueLabel,
} from '../../../../../../contracts/research-data/study-variables';

/**
 * The fields for the meaning of values: each value as it is in the data, with a label. The page
 * suggests no values, since answers may be personal.
 */
export function ValueLabelFields({
  levels,
  error,
  onChange,
}: {
  levels: readonly ValueLabel[];
  error: string | undefined;
  onChange: (levels: ValueLabel[]) => void;
}) {
  const { t } = useTranslation('study-variables');
  const [added, setAdded] = useState<number>();
  const change = (at: number, part: Partial<ValueLabel>) =>
    onChange(levels.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <Fieldset legend={t('labels')} variant="default">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('labels_hint')}
        </Text>
        {levels.map(({ value, label }, i) => (
          <Group key={i} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              label={t('value', { number: i + 1 })}
              value={value}
              maxLength={variableLimits.level}
              autoFocus={i === added}
              onChange={({ currentTarget }) => change(i, { value: currentTarget.value })}
              style={{ flex: '2 1 40%' }}
            />
            <TextInput
              label={t('label', { number: i + 1 })}
              value={label}
              maxLength={variableLimits.label}
              onChange={({ currentTarget }) => change(i, { label: currentTarget.value })}
              style={{ flex: '3 1 60%' }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('remove_level', { number: i + 1 })}
              onClick={() => onChange(levels.filter((_, n) => n !== i))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {error !== undefined && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        {levels.length < variableLimits.levels && (
          <Button
            variant="default"
            size="sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              setAdded(levels.length);
              onChange([...levels, { value: '', label: '' }]);
            }}
          >
            {t('add_level')}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
