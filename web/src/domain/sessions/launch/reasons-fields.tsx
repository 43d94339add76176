import { Stack, Text, Textarea, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  maxFindingReasonLength,
  type HostedRuntime,
} from '../../../../../contracts/study-files/hosted-runtime';
import type { FindingNeedingReason } from '../../../../../contracts/study-files/study-findings';

export type BrowserDataReasons = NonNullable<HostedRuntime['reasons']>;

/** Lists the kinds of browser data for which the required reason is still missing. */
export const missingBrowserDataReasons = (
  asks: readonly FindingNeedingReason[],
  reasons: BrowserDataReasons,
): FindingNeedingReason[] => asks.filter((kind) => !reasons[kind]?.trim());

/**
 * A field for each kind of browser data that the version's code reads, in which researchers write
 * why they need it.
 */
export function BrowserDataReasonsFields({
  asks,
  value,
  onChange,
}: {
  asks: readonly FindingNeedingReason[];
  value: BrowserDataReasons;
  onChange: (reasons: BrowserDataReasons) => void;
}) {
  const { t } = useTranslation('hosted-study');
  if (asks.length === 0) return null;
  const set = (kind: FindingNeedingReason, text: string) => {
    const { [kind]: _, ...others } = value;
    onChange(text === '' ? others : { ...others, [kind]: text });
  };
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} size="h5">
          {t('reasons.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('reasons.hint')}
        </Text>
      </div>
      {asks.map((kind) => (
        <Textarea
          key={kind}
          label={t(`finding.${kind}`)}
          placeholder={t('reasons.placeholder')}
          maxLength={maxFindingReasonLength}
          autosize
          minRows={2}
          value={value[kind] ?? ''}
          onChange={({ currentTarget }) => set(kind, currentTarget.value)}
        />
      ))}
    </Stack>
  );
}
