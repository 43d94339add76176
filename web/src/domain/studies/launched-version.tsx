import { Group, Text } from '@mantine/core';
import { IconSnowflake } from '../../ui/icons/snowflake';
import { useTranslation } from 'react-i18next';
import type { LaunchedVersion as Version } from '../../../../contracts/studies/launched-version';
import { formatDate } from '../../lib/intl/format';

/**
 * Says to the people who manage a study that a running session keeps the texts of its launch, even
 * if they change the study afterwards (docs/domain.md, 2).
 */
export function LaunchedVersionNotice({ version }: { version: Version }) {
  const { t, i18n } = useTranslation('studies');
  const { launched_at, changed } = version;
  const fields = new Intl.ListFormat(i18n.language).format(
    changed.map((field) => t(`launched.field.${field}`)),
  );
  return (
    <Group role="note" gap="xs" wrap="nowrap" align="flex-start">
      <IconSnowflake size={18} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <Text size="sm">
        <b>{t('launched.title', { date: formatDate(launched_at) })}</b>{' '}
        {t(changed.length === 0 ? 'launched.same' : 'launched.changed', { fields })}
      </Text>
    </Group>
  );
}
