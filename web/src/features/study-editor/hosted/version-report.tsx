import { Anchor, Code, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '../../../ui/icons/alert-circle';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconInfoCircle } from '../../../ui/icons/info-circle';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondsOnSlowConnection } from '../../../../../contracts/study-files/loading-time.rule';
import {
  readVersionReport,
  type VersionFinding,
} from '../../../../../contracts/study-files/study-files';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { formatList } from '../../../lib/intl/format';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { CopyableValue } from '../../../ui/value-to-copy';
import classes from './hosted.module.css';
import { groupFindingsByKind, callsThatFixFindings } from '../../../domain/study-files/hosted.rule';

const icons = {
  error: { Icon: IconAlertCircle, color: 'var(--mantine-color-error)' },
  warning: { Icon: IconAlertTriangle, color: 'var(--mantine-color-orange-text)' },
  note: { Icon: IconInfoCircle, color: 'var(--mantine-color-dimmed)' },
} as const;
const few = 12;
/** The time between two requests for a report while a worker makes it, in milliseconds. */
const againMs = 2_000;

function FindingLine({ same }: { same: [VersionFinding, ...VersionFinding[]] }) {
  const { t } = useTranslation('hosted-study');
  const [{ severity, code }] = same;
  const { Icon, color } = icons[severity];
  const line = callsThatFixFindings[code];
  const placeOf = (file: string, line: number | null) =>
    line === null ? file : t('place', { file, line });
  return (
    <li className={classes.finding}>
      <Icon size={20} color={color} aria-label={t(`severity.${severity}`)} role="img" />
      <div className={classes.words}>
        <Text size="sm" mb={line ? 4 : 0}>
          {t(`finding.${code}`)}
        </Text>
        {line && <CopyableValue value={line} copy={t('copy_line')} copied={t('line_copied')} />}
        {same
          .filter(({ file, detail }) => file || detail)
          .map((one) => (
            <Text key={JSON.stringify(one)} size="xs" c="dimmed" component="div">
              {one.file && <Code>{placeOf(one.file, one.line)}</Code>}
              {one.detail && <> {one.detail}</>}
            </Text>
          ))}
      </div>
    </li>
  );
}

/**
 * Says how much a participant loads before the study begins, and how long that takes on a slow
 * connection.
 */
function firstLoad(t: TFunction<'hosted-study'>, bytes: number): string {
  const seconds = secondsOnSlowConnection(bytes);
  const all = formatBytes(bytes);
  return seconds < 60
    ? t('first_load.seconds', { all, count: seconds })
    : t('first_load.minutes', { all, count: seconds / 60 });
}

/** Shows the report about a version: its libraries and hosts, and the findings, worst first. */
export function VersionReport({
  studyId,
  versionId,
  isUnderWay,
}: {
  studyId: string;
  versionId: string;
  /** Whether a new report is being made. */
  isUnderWay: boolean;
}) {
  const { t } = useTranslation('hosted-study');
  const [all, setAll] = useState(false);
  const params = { id: studyId, version: versionId };
  const { data, error, refetch } = useQuery({
    ...query(readVersionReport, { params }),
    refetchInterval: ({ state }) => (state.data?.report === null || isUnderWay ? againMs : false),
  });
  useEffect(() => {
    if (!isUnderWay) void refetch();
  }, [isUnderWay, refetch]);
  if (!data)
    return error ? (
      <ErrorNotice error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingRows count={2} height={32} />
    );
  const { report, first_bytes } = data;
  // If making the report failed, look-again.tsx explains that, so nothing is shown here.
  if (!report) return isUnderWay ? <Text size="sm">{t('being_checked')}</Text> : null;
  const { findings, libraries, hosts } = report;
  const shown = all ? findings : findings.slice(0, few);
  const named = libraries.map(({ name, version }) => (version ? `${name} ${version}` : name));
  return (
    <Stack gap="xs">
      {named.length > 0 && (
        <Text size="sm">
          {t('libraries')}: {formatList(named)}
        </Text>
      )}
      {hosts.length > 0 && (
        <Text size="sm" className={classes.words}>
          {t('loads_from')}: {formatList(hosts)}
        </Text>
      )}
      <Text size="sm">{firstLoad(t, first_bytes)}</Text>
      {findings.length === 0 ? (
        <Text size="sm">{t('nothing_found')}</Text>
      ) : (
        <ul className={classes.findings} aria-label={t('report')}>
          {groupFindingsByKind(shown).map((same) => (
            <FindingLine key={`${same[0].severity} ${same[0].code}`} same={same} />
          ))}
        </ul>
      )}
      {shown.length < findings.length && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setAll(true)}>
          {t('show_all', { count: findings.length })}
        </Anchor>
      )}
      {report.more > 0 && all && <Text size="sm">{t('more', { count: report.more })}</Text>}
    </Stack>
  );
}
