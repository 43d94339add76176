import { Alert, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type VersionFinding,
  readVersionReport,
} from '../../../../contracts/study-files/study-files';
import { query } from '../../lib/http/api';
import { AppLink } from '../../ui/app-link';

/** The most findings that the warning lists; the version's report has all of them. */
const few = 3;

/** Shows the warnings in the version's report before people take part. */
export function VersionWarnings({ studyId, versionId }: { studyId: string; versionId: string }) {
  const { t } = useTranslation('hosted-study');
  const { data } = useQuery(
    query(readVersionReport, { params: { id: studyId, version: versionId } }),
  );
  const findings = data?.report?.findings ?? [];
  const of = (severity: VersionFinding['severity']) =>
    findings.filter((one) => one.severity === severity);
  const errors = of('error');
  const warnings = of('warning');
  const told = [...errors, ...warnings];
  if (told.length === 0) return null;
  const counted = [
    ...(errors.length > 0 ? [t('errors', { count: errors.length })] : []),
    ...(warnings.length > 0 ? [t('warnings', { count: warnings.length })] : []),
  ].join(', ');
  const placeOf = ({ file, line }: VersionFinding) =>
    line === null ? file : t('place', { file, line });
  return (
    <Alert
      role="note"
      color={errors.length > 0 ? 'red' : 'orange'}
      icon={<IconAlertTriangle aria-hidden />}
      title={counted}
    >
      <Stack gap="xs">
        <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
          {told.slice(0, few).map((one) => (
            <List.Item key={JSON.stringify(one)}>
              {t(`finding.${one.code}`)}{' '}
              <Text span size="sm" c="dimmed">
                {[placeOf(one), one.detail].filter(Boolean).join(' · ')}
              </Text>
            </List.Item>
          ))}
        </List>
        <AppLink to={`/experiments/details/${studyId}?tab=runs`} size="sm">
          {t('to_report')}
        </AppLink>
      </Stack>
    </Alert>
  );
}
