import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoticePreferences } from '../../../../contracts/notices/notices';
import type { PreferencesChange } from './use-preferences';

const evening = { from: '21:00', until: '08:00' };
const halfHours = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`,
);
const withOwn = (time: string) => [...new Set([...halfHours, time])].sort();

/**
 * The field for the hours in which the person gets no emails about new studies; they may include
 * midnight.
 */
export function QuietHours({
  quiet,
  onChoose,
}: {
  quiet: NoticePreferences['quiet'];
  onChoose: (change: PreferencesChange) => void;
}) {
  const { t } = useTranslation('notices');
  const [same, setSame] = useState<string>();
  const choose = (next: typeof evening) => {
    const isSame = next.from === next.until;
    setSame(isSame ? next.from : undefined);
    if (!isSame) onChoose({ quiet: next });
  };
  return (
    <Stack gap="sm">
      <Checkbox
        label={t('quiet.label')}
        description={t('quiet.hint')}
        checked={quiet !== null}
        onChange={({ currentTarget }) => {
          setSame(undefined);
          onChoose({ quiet: currentTarget.checked ? evening : null });
        }}
      />
      {quiet && (
        <Stack gap={6}>
          <Group gap="md" align="flex-start" role="group" aria-label={t('quiet.label')}>
            {(['from', 'until'] as const).map((end) => (
              <NativeSelect
                key={end}
                label={t(`quiet.${end}`)}
                value={quiet[end]}
                data={withOwn(quiet[end])}
                error={same !== undefined}
                aria-describedby={same === undefined ? undefined : 'quiet-same'}
                onChange={({ currentTarget }) => choose({ ...quiet, [end]: currentTarget.value })}
              />
            ))}
          </Group>
          {same !== undefined && (
            <Text id="quiet-same" size="sm" c="var(--mantine-color-error)" role="alert">
              {t('quiet.same', { time: same })}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}
