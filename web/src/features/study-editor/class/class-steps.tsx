import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listRehearsals } from '../../../../../contracts/runtime/rehearsals';
import { listSessions } from '../../../../../contracts/enrolment/sessions';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import type { Study } from '../../../../../contracts/studies/studies';
import type { ClassReviewState } from '../../../../../contracts/teaching/class-studies';
import { query } from '../../../lib/http/api';
import { IconFileText } from '../../../ui/icons/file-text';
import { IconFileZip } from '../../../ui/icons/file-zip';
import { IconUsers } from '../../../ui/icons/users';
import classes from '../checklist.module.css';
import type { DraftField } from '../draft/draft-values.rule';
import type { StudyDraft } from '../draft/study-draft';
import { useDraftState } from '../draft/use-study-draft';
import { type StepMark, needsAttention, PlainTab, type StepState, StepTab } from '../step-tab';
import { useClassReview } from './review/use-class-review';

const inTurn = ['details', 'runs', 'rehearse', 'review', 'sessions'] as const;
type Step = (typeof inTurn)[number];
/**
 * The parts of the editor of a class's study: the steps up to its launch, and the consent form of
 * the class.
 */
export const classSteps: readonly string[] = [...inTurn, 'consent'];
const fields: Partial<Record<Step, readonly DraftField[]>> = {
  details: ['title', 'description', 'duration_minutes', 'additional_notes'],
  runs: ['runtime', 'requirements', 'maximum_minutes', 'allow_repeats', 'offers_credit'],
};
const markOf: Record<ClassReviewState, StepMark> = {
  none: 'open',
  submitted: 'open',
  changes_asked: 'attention',
  approved: 'done',
  changed: 'attention',
};

/** Whether the study was rehearsed in its present version. */
function useRehearsed({ _id: id, runtime }: Study): StepState {
  const { t } = useTranslation('class-building');
  const version = runtime && isHostedRuntime(runtime) ? runtime.version_id : null;
  const { data } = useQuery({
    ...query(listRehearsals, { params: { id } }),
    enabled: version !== null,
  });
  if (version === null) return { mark: 'open', text: t('step.rehearse_later') };
  if (!data) return { mark: 'open', text: '' };
  if (data.items.some(({ version_id }) => version_id === version))
    return { mark: 'done', text: t('step.rehearsed') };
  return {
    mark: 'open',
    text: t(data.items.length > 0 ? 'step.rehearsed_before' : 'step.not_rehearsed'),
  };
}

/**
 * Returns the state of the step for the launch. The step is done if the study recruits in its
 * class. Otherwise the text says whether the study can be launched now, or only after its approval.
 */
function useSessions({ _id: study }: Study, review: ClassReviewState | undefined): StepState {
  const { t } = useTranslation(['class-building', 'study-draft']);
  const { data } = useQuery(query(listSessions, { query: { study, limit: 200 } }));
  if (!data) return { mark: 'open', text: '' };
  const count = data.items.filter(({ state }) => state === 'active').length;
  if (count > 0) return { mark: 'done', text: t('study-draft:step.recruiting', { count }) };
  if (review !== 'approved') return { mark: 'open', text: t('class-building:step.launch_later') };
  return { mark: 'open', text: t('class-building:step.launch_now') };
}

/**
 * The steps of a class's study from its details through the review to its launch, with the state of
 * each.
 */
export function ClassSteps({ study, draft }: { study: Study; draft: StudyDraft }) {
  const { t } = useTranslation(['class-building', 'studies', 'hosted-study', 'collaborators']);
  const state = useDraftState(draft, (all) => all);
  const review = useClassReview(study).data?.state;
  const { runtime } = state.values;
  const steps: Record<Step, StepState> = {
    details: { mark: 'done', text: t('class-building:step.details') },
    runs: runtime
      ? { mark: 'done', text: t(`studies:runtime.${runtime.kind}`) }
      : { mark: 'open', text: t('class-building:step.nowhere') },
    rehearse: useRehearsed(study),
    review: review
      ? { mark: markOf[review], text: t(`class-building:step.review.${review}`) }
      : { mark: 'open', text: '' },
    sessions: useSessions(study, review),
  };
  const names: Record<Step, string> = {
    details: t('studies:editor.details'),
    runs: t('studies:editor.runs'),
    rehearse: t('class-building:step.rehearse'),
    review: t(
      review === 'approved' ? 'class-building:step.approved' : 'class-building:step.submit',
    ),
    sessions: t('class-building:step.launch'),
  };
  return (
    <Tabs.List className={classes.list} aria-label={t('class-building:step.list')}>
      {inTurn.map((step) => (
        <StepTab
          key={step}
          value={step}
          label={names[step]}
          {...(needsAttention(state, fields[step])
            ? { mark: 'attention', text: t('class-building:step.attention') }
            : steps[step])}
        />
      ))}
      <PlainTab value="consent" label={t('studies:editor.consent')} icon={IconFileText} />
      <PlainTab value="data" label={t('hosted-study:data.title')} icon={IconFileZip} />
      <PlainTab value="access" label={t('class-building:step.group')} icon={IconUsers} />
    </Tabs.List>
  );
}
