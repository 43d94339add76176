import { useEffect, useState } from 'react';
import { UnsavedChangesDialog } from '../../domain/studies/unsaved-changes.dialog';
import { guardPage } from '../../lib/navigation/guarded-history';
import type { StudyDraft } from './draft/study-draft';
import { useDraftState } from './draft/use-study-draft';

/**
 * Saves the draft when the person leaves the page. If saving fails, or if a different form on the
 * page has unsaved changes (`dirty`), a dialog asks whether to leave. If the person closes the tab
 * while there are unsaved changes, the browser asks instead.
 */
export function UnsavedGuard({ draft, dirty }: { draft: StudyDraft; dirty: boolean }) {
  const clean = useDraftState(draft, () => draft.isClean());
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!dirty && clean) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const unguard = guardPage({
      ask: (go) =>
        void draft.flush().then((saved) => (saved && !dirty ? go() : setLeave(() => go))),
    });
    return () => {
      window.removeEventListener('beforeunload', warn);
      unguard();
    };
  }, [draft, dirty, clean]);
  return <UnsavedChangesDialog leave={leave} onClose={() => setLeave(null)} />;
}
