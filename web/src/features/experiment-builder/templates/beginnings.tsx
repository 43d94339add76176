import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../../contracts/studies/studies';
import {
  startFromTemplate,
  type TimelineDraft,
  type TimelineTemplate,
} from '../../../../../contracts/study-files/study-timelines';
import { emptyTimeline, timelineLanguages } from '../../../../../contracts/timeline/timeline';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { LinkButton } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { Page } from '../../../ui/page';
import { JsonDialog } from '../transfer/json.dialog';
import { TemplateGallery } from './gallery';

interface Props {
  study: Study;
  mayEdit: boolean;
  draft: TimelineDraft;
  onBegun: (draft: TimelineDraft) => void;
}

/**
 * Shown at the first visit to the builder: the researcher chooses what the experiment begins with.
 */
export function ExperimentStartChooser({ study, mayEdit, draft, onBegun }: Props) {
  const { t, i18n } = useTranslation('builder');
  const [isImporting, setImporting] = useState(false);
  const language = timelineLanguages.find((one) => one === i18n.resolvedLanguage) ?? 'en';
  const start = useMutation({
    mutationFn: (template: TimelineTemplate) =>
      call(startFromTemplate, {
        params: { id: study._id },
        body: { version: draft.version, template, language },
      }),
    onSuccess: onBegun,
  });
  return (
    <Page
      title={t('begin.title')}
      lead={
        <span style={{ overflowWrap: 'anywhere' }}>{t('begin.lead', { title: study.title })}</span>
      }
      actions={
        <LinkButton to={`/experiments/details/${study._id}?tab=runs`} variant="default">
          {t('back')}
        </LinkButton>
      }
    >
      <ErrorNotice error={start.error} />
      {mayEdit ? (
        <TemplateGallery
          busy={start.isPending ? start.variables : null}
          onChoose={(what) =>
            what === 'empty'
              ? onBegun({ ...draft, timeline: emptyTimeline(study.title, language) })
              : start.mutate(what)
          }
          onImport={() => setImporting(true)}
        />
      ) : (
        <Text>{t('begin.nothing')}</Text>
      )}
      {isImporting && (
        <JsonDialog
          onClose={() => setImporting(false)}
          onTimeline={(timeline) => onBegun({ ...draft, timeline })}
        />
      )}
    </Page>
  );
}
