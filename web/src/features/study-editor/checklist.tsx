import { Tabs } from '@mantine/core';
import { IconFileZip } from '../../ui/icons/file-zip';
import { IconUsers } from '../../ui/icons/users';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { incompleteFilterReason } from '../../../../contracts/studies/eligibility';
import { mayPayByTime } from '../../../../contracts/enrolment/part-pay.rule';
import { lacksPaymentTerms } from '../../../../contracts/enrolment/payment.rule';
import { listSessions } from '../../../../contracts/enrolment/sessions';
import type { Study } from '../../../../contracts/studies/studies';
import { query } from '../../lib/http/api';
import classes from './checklist.module.css';
import type { DraftField } from './draft/draft-values.rule';
import type { StudyDraft } from './draft/study-draft';
import { useDraftState } from './draft/use-study-draft';
import { needsAttention, PlainTab, type StepState, StepTab } from './step-tab';

export const editorSteps = ['details', 'consent', 'people', 'runs', 'sessions'] as const;
export type EditorStep = (typeof editorSteps)[number];
const fields: Partial<Record<EditorStep, readonly DraftField[]>> = {
  details: [
    'title',
    'description',
    'duration_minutes',
    'reward',
    'payment_terms',
    'privacy_level',
    'additional_notes',
  ],
  people: ['eligibility'],
  runs: ['runtime', 'requirements', 'maximum_minutes', 'allow_repeats', 'offers_credit'],
};

/** The parts that a study needs before it can recruit, each with its state and a link. */
export function Checklist({
  study,
  draft,
  unsaved,
}: {
  study: Study;
  draft: StudyDraft;
  /** Whether the consent form has unpublished changes. */
  unsaved: boolean;
}) {
  const { t } = useTranslation(['study-draft', 'studies', 'hosted-study', 'collaborators']);
  const state = useDraftState(draft, (all) => all);
  const { data } = useQuery(query(listSessions, { query: { study: study._id, limit: 200 } }));
  const sessions = data?.items;
  const recruiting = sessions?.filter((one) => one.state === 'active').length ?? 0;
  const { eligibility, runtime, reward, payment_terms, privacy_level } = state.values;
  const isUnsaid = lacksPaymentTerms(reward, payment_terms);
  const isUnfinished = eligibility.some((one) => incompleteFilterReason(one) !== null);
  const told: Record<EditorStep, StepState> = {
    details: isUnsaid
      ? { mark: 'attention', text: t('study-draft:step.payment_missing') }
      : privacy_level === 'anonymous' && mayPayByTime(payment_terms)
        ? { mark: 'attention', text: t('study-draft:step.by_time') }
        : { mark: 'done', text: t('study-draft:step.details') },
    consent: study.consent
      ? {
          mark: unsaved ? 'attention' : 'done',
          text: unsaved
            ? t('study-draft:step.consent_unpublished')
            : t('study-draft:step.consent', { version: study.consent.version }),
        }
      : { mark: 'open', text: t('study-draft:step.consent_missing') },
    people: {
      mark: isUnfinished ? 'attention' : 'done',
      text: isUnfinished
        ? t('study-draft:step.condition_incomplete')
        : eligibility.length === 0
          ? t('study-draft:step.everybody')
          : t('study-draft:step.conditions', { count: eligibility.length }),
    },
    runs: runtime
      ? { mark: 'done', text: t(`studies:runtime.${runtime.kind}`) }
      : { mark: 'open', text: t('study-draft:step.nowhere') },
    sessions: !sessions
      ? { mark: 'open', text: '' }
      : recruiting > 0
        ? { mark: 'done', text: t('study-draft:step.recruiting', { count: recruiting }) }
        : {
            mark: 'open',
            text:
              sessions.length === 0
                ? t('study-draft:step.no_sessions')
                : t('study-draft:step.sessions', { count: sessions.length }),
          },
  };
  return (
    <Tabs.List className={classes.list} aria-label={t('study-draft:step.list')}>
      {editorSteps.map((step) => {
        const { mark, text } =
          needsAttention(state, fields[step]) && told[step].mark !== 'attention'
            ? { mark: 'attention' as const, text: t('study-draft:step.attention') }
            : told[step];
        return (
          <StepTab
            key={step}
            value={step}
            label={t(`studies:editor.${step}`)}
            mark={mark}
            text={text}
          />
        );
      })}
      <PlainTab value="data" label={t('hosted-study:data.title')} icon={IconFileZip} />
      <PlainTab value="access" label={t('collaborators:title')} icon={IconUsers} />
    </Tabs.List>
  );
}
