import { useEffect, useState } from 'react';
import { UnsavedChangesDialog } from '../../domain/studies/unsaved-changes.dialog';
import { guardPage } from '../../lib/navigation/guarded-history';
import type { StudyDraft } from './draft/study-draft';
import { useDraftState } from './draft/use-study-draft';

/**
 * Saves the changes when the person goes to another page. If saving fails, or if the consent form
 * has unpublished changes, it first asks whether to leave; when a tab closes, the browser asks in
 * its own words.
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
