import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listTemplates } from '../../../../../../contracts/teaching/templates';
import { query } from '../../../../lib/http/api';
import { formatAboutMinutes } from '../../../../ui/duration';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../../ui/loading/loading';
import { EmptyStudyForm } from './empty-study-form';
import { TemplateCopy } from './template-copy';

interface Props {
  classroomId: string;
  /** The id of the template that the page's address names; null if it names none. */
  asked: string | null;
}

/** The form that creates a study for a class, from one of its templates or empty. */
export function StartClassStudyForm({ classroomId, asked }: Props) {
  const { t } = useTranslation(['class-building', 'common']);
  const { data, error, isPending, refetch } = useQuery(
    query(listTemplates, { params: { id: classroomId } }),
  );
  const [chosen, choose] = useState(asked ?? '');
  if (isPending) return <LoadingRows count={2} height={64} />;
  const templates = data?.items ?? [];
  const template = templates.find(({ study_id }) => study_id === chosen);
  return (
    <Stack gap="lg">
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {templates.length > 0 && (
        <Radio.Group
          label={t('class-building:new.begin')}
          value={template?.study_id ?? ''}
          onChange={choose}
        >
          <Stack gap="sm" mt="xs">
            <Radio
              value=""
              size="md"
              label={t('class-building:new.empty')}
              description={t('class-building:new.empty_text')}
            />
            {templates.map((one) => (
              <Radio
                key={one.study_id}
                value={one.study_id}
                size="md"
                label={t('class-building:new.template', { title: one.title })}
                description={[
                  formatAboutMinutes(t, one.duration_minutes),
                  one.script && t('class-building:new.with_script'),
                  one.pooled && t('class-building:new.pooled'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {template ? (
        <TemplateCopy key={template.study_id} template={template} classroomId={classroomId} />
      ) : (
        <EmptyStudyForm classroomId={classroomId} />
      )}
    </Stack>
  );
}
