import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  changeStudy,
  listStudies,
  readStudy,
  type Study,
} from '../../../../../contracts/studies/studies';
import { fieldErrorText } from '../../../lib/form';
import { call, query } from '../../../lib/http/api';
import { useLiveTopics } from '../../../lib/live/live-context';
import type { DraftField, DraftValues } from './draft-values.rule';
import { createStudyDraft, type DraftState, type StudyDraft } from './study-draft';

/** Creates the draft of a study when the editor opens, and keeps it for all later renders. */
export function useStudyDraft(study: Study): StudyDraft {
  const client = useQueryClient();
  const { _id } = study;
  const [draft] = useState(() => {
    const found = query(readStudy, { params: { id: _id } });
    return createStudyDraft(study, {
      save: async (body) => {
        const saved = await call(changeStudy, { params: { id: _id }, body });
        client.setQueryData(found.queryKey, saved);
        void client.invalidateQueries({ queryKey: [listStudies.path] });
        return saved;
      },
      read: () => client.fetchQuery({ ...found, staleTime: 0 }),
    });
  });
  useLiveTopics(`editing:${_id as `${string}-${string}-${string}-${string}-${string}`}`);
  useEffect(() => draft.take(study), [draft, study]);
  useEffect(() => {
    const save = () => void draft.flush();
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') save();
    };
    window.addEventListener('online', save);
    document.addEventListener('visibilitychange', saveHidden);
    return () => {
      window.removeEventListener('online', save);
      document.removeEventListener('visibilitychange', saveHidden);
      draft.close();
    };
  }, [draft]);
  return draft;
}

export const useDraftState = <T>(draft: StudyDraft, select: (state: DraftState) => T): T =>
  useStore(draft.store, select);

/** Returns one field: its value, a function that changes it, and its errors, by path. */
export function useDraftField<F extends DraftField>(draft: StudyDraft, field: F) {
  const { t } = useTranslation('common');
  const value = useDraftState(draft, (state): DraftValues[F] => state.values[field]);
  const errors = useDraftState(draft, (state) => state.errors);
  const wrong = Object.keys(errors).filter((one) => one === field || one.startsWith(`${field}.`));
  return {
    value,
    onChange: (next: DraftValues[F]) => draft.set(field, next),
    error: fieldErrorText(t, errors[wrong[0] ?? '']),
    /** The paths of the field's errors, such as `runtime.url`. */
    wrong,
  };
}
