import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '../../../ui/icons/alert-circle';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconCheck } from '../../../ui/icons/check';
import { IconExternalLink } from '../../../ui/icons/external-link';
import { IconTrash } from '../../../ui/icons/trash';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  previewVersion,
  type StudyVersion,
} from '../../../../../contracts/study-files/study-files';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TimeText } from '../../../ui/when';
import { DownloadMenu } from './download-menu';
import classes from './hosted.module.css';
import {
  type StudyConditionCell,
  previewConditionHash,
} from '../../../domain/study-files/preview-hash';
import { RepeatReportButton } from './look-again';
import { VersionDifference } from './version-difference';
import { VersionReport } from './version-report';

interface Props {
  studyId: string;
  version: StudyVersion;
  /** The version that was uploaded before this one. */
  before: StudyVersion | undefined;
  /** Whether the study uses this version. */
  chosen: boolean;
  /** The study's conditions, if it has any; a preview shows one of them. */
  cells: readonly StudyConditionCell[];
  open: boolean;
  busy: boolean;
  onUse: () => void;
  onDelete: () => void;
}

/** A version with its actions; its report opens below. */
export function VersionRow({
  studyId,
  version,
  before,
  chosen,
  cells,
  open,
  busy,
  onUse,
  onDelete,
}: Props) {
  const { t } = useTranslation('hosted-study');
  const [shown, setShown] = useState(open);
  const [name, setName] = useState('');
  const cell = cells.find((one) => one.name === name) ?? cells[0];
  const id = useId();
  const [failed, setFailed] = useState<unknown>(null);
  const { number, kind, files, bytes, created_at, errors, warnings, in_use } = version;
  const preview = useMutation({
    // The click itself opens the tab, since browsers block a tab that a script opens later.
    mutationFn: async (tab: Window | null) => {
      const params = { id: studyId, version: version._id };
      try {
        const { url } = await call(previewVersion, { params, body: {} });
        if (tab) tab.location.replace(url + (cell ? previewConditionHash(cell) : ''));
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  const openPreview = () => {
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    preview.mutate(tab);
  };
  return (
    <li className={classes.version}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Group gap="xs">
              <Text fw={600} id={id}>
                {t('version', { number })}
              </Text>
              {chosen && (
                <Badge variant="light" leftSection={<IconCheck size={14} aria-hidden />}>
                  {t('chosen')}
                </Badge>
              )}
              {errors !== null && errors > 0 && (
                <Badge
                  color="red"
                  variant="light"
                  leftSection={<IconAlertCircle size={14} aria-hidden />}
                >
                  {t('errors', { count: errors })}
                </Badge>
              )}
              {warnings !== null && warnings > 0 && (
                <Badge
                  color="orange"
                  variant="light"
                  leftSection={<IconAlertTriangle size={14} aria-hidden />}
                >
                  {t('warnings', { count: warnings })}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" component="div" className={classes.words}>
              {kind === null ? t('being_checked') : t(`kind.${kind}`)} ·{' '}
              {t('files', { count: files })}, {formatBytes(bytes)} · {version.name} ·{' '}
              <TimeText at={created_at} relative />
            </Text>
          </div>
        </Group>
        <Group gap="xs">
          {!chosen && (
            <Button
              size="sm"
              variant="light"
              loading={busy}
              disabled={kind === null}
              onClick={onUse}
              aria-describedby={id}
            >
              {t('use')}
            </Button>
          )}
          <Button
            size="sm"
            variant="default"
            rightSection={<IconExternalLink size={16} aria-hidden />}
            loading={preview.isPending}
            disabled={kind === null}
            onClick={openPreview}
            aria-describedby={id}
          >
            {t('preview')}
          </Button>
          {cells.length > 0 && (
            <NativeSelect
              size="sm"
              maw="14rem"
              aria-label={t('preview_condition')}
              aria-describedby={id}
              data={cells.map((one) => one.name)}
              value={cell?.name ?? ''}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          <Button
            size="sm"
            variant="subtle"
            aria-expanded={shown}
            aria-describedby={id}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'hide_report' : 'show_report')}
          </Button>
          <DownloadMenu studyId={studyId} version={version} describedBy={id} onError={setFailed} />
          {!in_use && !chosen && (
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={onDelete}
              aria-describedby={id}
            >
              {t('delete.button')}
            </Button>
          )}
        </Group>
        <ErrorNotice error={preview.error ?? failed} />
        {shown && (
          <>
            <RepeatReportButton studyId={studyId} version={version} describedBy={id} />
            <VersionReport
              studyId={studyId}
              versionId={version._id}
              isUnderWay={version.check === 'under_way'}
            />
            {before && <VersionDifference studyId={studyId} version={version} before={before} />}
          </>
        )}
      </Stack>
    </li>
  );
}
