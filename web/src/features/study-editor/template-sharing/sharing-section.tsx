import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../../contracts/studies/studies';
import type { Classroom } from '../../../../../contracts/teaching/classrooms';
import { readTemplateSharing } from '../../../../../contracts/teaching/templates';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { SharingForm } from './sharing-form';
import { sharingRowsOf } from './sharing.rule';

interface Props {
  study: Study;
  /** The classrooms of which the caller is an instructor. */
  taught: readonly Classroom[];
  onDirty: (dirty: boolean) => void;
}

/** Shares a study with classrooms, whose students build their own studies from a copy of it. */
export function SharingSection({ study, taught, onDirty }: Props) {
  const { t } = useTranslation('classroom-studies');
  const { data, error, isPending, refetch } = useQuery(
    query(readTemplateSharing, { params: { id: study._id } }),
  );
  const rows = data ? sharingRowsOf(data, taught) : [];
  // If all classrooms are archived and the study is shared with none, there is nothing to share or
  // to end.
  if (data && rows.length === 0) return null;
  return (
    <Stack gap="md" maw="45rem" mt="xl" component="section" aria-labelledby="template-sharing">
      <Title order={2} size="h4" id="template-sharing">
        {t('sharing.title')}
      </Title>
      <Text className="measure">{t('sharing.lead')}</Text>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {isPending && <LoadingRows count={2} height={44} />}
      {data && (
        <SharingForm
          studyId={study._id}
          sharing={data}
          rows={rows}
          disabled={study.state === 'archived'}
          onDirty={onDirty}
        />
      )}
    </Stack>
  );
}
