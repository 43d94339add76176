import { Alert } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LaunchedVersion as Version } from '../../../../contracts/launched-version';
import { formatDate } from '../../lib/format';

/**
 * For the study's people: a running session keeps the words of its launch, whatever they change
 * meanwhile (docs/domain.md, 2).
 */
export function LaunchedVersion({ version }: { version: Version }) {
  const { t, i18n } = useTranslation('studies');
  const { launched_at, changed } = version;
  const fields = new Intl.ListFormat(i18n.language).format(
    changed.map((field) => t(`launched.field.${field}`)),
  );
  return (
    <Alert
      icon={<IconSnowflake aria-hidden />}
      role="note"
      color="gray"
      title={t('launched.title', { date: formatDate(launched_at) })}
      className="measure"
    >
      {t(changed.length === 0 ? 'launched.same' : 'launched.changed', { fields })}
    </Alert>
  );
}
