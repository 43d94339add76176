import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconRefresh } from '../../../ui/icons/refresh';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  listVersions,
  recheckVersion,
  readVersionReport,
  setVersionKind,
  type StudyVersion,
} from '../../../../../contracts/study-files/study-files';
import { studyToolKinds } from '../../../../../contracts/study-files/study-findings';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';

interface Props {
  studyId: string;
  version: StudyVersion;
  /** The id of the version's heading. */
  describedBy: string;
}

/**
 * A button that requests a new report about a version. If the present report does not cover all
 * files, a notice explains this, and the researcher can say with which tool the study is made.
 */
export function RepeatReportButton({ studyId, version, describedBy }: Props) {
  const { t } = useTranslation('hosted-study');
  const client = useQueryClient();
  const params = { id: studyId, version: version._id };
  const onSettled = () =>
    Promise.all(
      [listVersions.path, readVersionReport.path].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
  const again = useMutation({ ...mutation(recheckVersion), onSettled });
  const say = useMutation({ ...mutation(setVersionKind), onSettled });
  const { check, kind } = version;
  const isUnderWay = check === 'under_way';
  if (isUnderWay && kind === null) return null;
  const button = (
    <Button
      size="sm"
      variant={check === 'stopped' ? 'light' : 'subtle'}
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={again.isPending || isUnderWay}
      onClick={() => again.mutate({ params, body: {} })}
      aria-describedby={describedBy}
    >
      {t('look_again.button')}
    </Button>
  );
  const state = (
    <Text size="sm" role="status">
      {isUnderWay ? t('look_again.under_way') : ''}
    </Text>
  );
  const notice = <ErrorNotice error={again.error ?? say.error} />;
  if (check !== 'stopped')
    return (
      <div>
        {button} {state} {notice}
      </div>
    );
  return (
    <Alert
      role="note"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('look_again.title')}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('look_again.text')}</Text>
        <NativeSelect
          label={t('look_again.kind')}
          description={t('look_again.kind_hint')}
          data={studyToolKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind ?? 'plain'}
          disabled={say.isPending}
          onChange={({ currentTarget }) => {
            const next = studyToolKinds.find((one) => one === currentTarget.value);
            if (next) say.mutate({ params, body: { kind: next } });
          }}
        />
        {button}
        {state}
        {notice}
      </Stack>
    </Alert>
  );
}
