import { Alert, List, Text } from '@mantine/core';
import { IconFileAlert } from '../../../../ui/icons/file-alert';
import { useTranslation } from 'react-i18next';
import { EncodingNote } from '../../../../ui/tables/encoding-note';
import type { ExternalDataCheck } from '../../../../../../contracts/research-data/external-data';

/** Shows in numbers what adding the file would do. */
export function ExternalDataCheckCounts({ check }: { check: ExternalDataCheck }) {
  const { t } = useTranslation('external-data');
  const sums = ['withdrawn', 'withheld', 'without_row'] as const;
  return (
    <div aria-live="polite">
      <List size="sm" aria-label={t('check.title')}>
        <List.Item>
          {t('check.matched', { count: check.matched, rows: check.rows })},{' '}
          {t('people', { count: check.participants })}
        </List.Item>
        {check.unknown > 0 && <List.Item>{t('check.unknown', { count: check.unknown })}</List.Item>}
        {sums
          .filter((one) => check[one] > 0)
          .map((one) => (
            <List.Item key={one}>{t(`check.${one}`, { count: check[one] })}</List.Item>
          ))}
      </List>
      <EncodingNote encoding={check.encoding} />
      {!check.fits && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('check.full')}
        </Text>
      )}
      {check.missing.length > 0 && (
        <details>
          <Text component="summary" size="sm" py={10}>
            {t('check.missing')}
          </Text>
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {check.missing.join(' ')}
          </Text>
        </details>
      )}
    </div>
  );
}

/** The errors in the file, by line. */
export function ExternalDataFaults({ check: { faults, more } }: { check: ExternalDataCheck }) {
  const { t } = useTranslation('external-data');
  if (faults.length === 0) return null;
  const shown = faults.slice(0, 20);
  const left = faults.length - shown.length + more;
  return (
    <Alert color="red" icon={<IconFileAlert aria-hidden />} title={t('faults')}>
      <List size="sm">
        {shown.map(({ line, column, code, description }, i) => (
          <List.Item key={`${i} ${code}`}>
            {line !== null
              ? t('line', { line, text: description })
              : column !== null
                ? t('column', { column, text: description })
                : description}
          </List.Item>
        ))}
      </List>
      {left > 0 && (
        <Text size="sm" mt="xs">
          {t('more_faults', { count: left })}
        </Text>
      )}
    </Alert>
  );
}
