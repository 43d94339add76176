import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../contracts/studies/studies';
import {
  readTimeline,
  saveTimeline,
  type TimelineDraft,
} from '../../../../contracts/study-files/study-timelines';
import type { Timeline } from '../../../../contracts/timeline/timeline';
import type { TimelinePlugins } from '../../../../contracts/timeline/timeline-plugins';
import { UnsavedChangesDialog } from '../../domain/studies/unsaved-changes.dialog';
import { call, query } from '../../lib/http/api';
import { useLiveTopics } from '../../lib/live/live-context';
import { guardPage } from '../../lib/navigation/guarded-history';
import { createBuilderDraft } from './draft/builder-draft';
import { BuilderContext } from './draft/use-builder';
import { Workspace } from './workspace';

interface Props {
  study: Study;
  start: TimelineDraft & { timeline: Timeline };
  plugins: TimelinePlugins;
  disabled: boolean;
}

/** The builder of an experiment. Its draft exists as long as the page is open. */
export function ExperimentBuilder({ study, start, plugins, disabled }: Props) {
  const { t } = useTranslation('builder');
  const client = useQueryClient();
  const [said, say] = useState('');
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const studyId = study._id;
  const [draft] = useState(() => {
    const params = { id: studyId };
    return createBuilderDraft(start, {
      save: (body) => call(saveTimeline, { params, body }),
      read: () => client.fetchQuery({ ...query(readTimeline, { params }), staleTime: 0 }),
    });
  });
  useLiveTopics(`editing:${studyId as `${string}-${string}-${string}-${string}-${string}`}`);
  useEffect(() => {
    let before = 0;
    return draft.store.subscribe(({ came }) => {
      if (came !== before) say(t('say.came'));
      before = came;
    });
  }, [draft, t]);
  useEffect(() => {
    // If the researcher has just chosen a new draft, such as a template, saves it.
    if (!disabled) void draft.flush();
    const save = () => void draft.flush();
    const see = () => {
      if (document.visibilityState === 'hidden') return save();
      // While this window was hidden, another researcher may have changed the draft. So this window
      // reads it again.
      void call(readTimeline, { params: { id: studyId } }).then(draft.take, () => undefined);
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (!draft.isClean()) event.preventDefault();
    };
    const unguard = guardPage({
      ask: (go) => void draft.flush().then((saved) => (saved ? go() : setLeave(() => go))),
    });
    window.addEventListener('online', save);
    window.addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', see);
    return () => {
      unguard();
      window.removeEventListener('online', save);
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', see);
    };
  }, [draft, disabled, studyId]);
  const builder = useMemo(
    () => ({ studyId, draft, plugins, disabled, say }),
    [studyId, draft, plugins, disabled],
  );
  return (
    <BuilderContext value={builder}>
      <Workspace study={study} said={said} />
      <UnsavedChangesDialog leave={leave} onClose={() => setLeave(null)} />
    </BuilderContext>
  );
}
