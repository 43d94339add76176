import { useEffect, useState } from 'react';
import { UnsavedChangesDialog } from '../../domain/studies/unsaved-changes.dialog';
import { guardPage } from '../../lib/navigation/guarded-history';
import type { StudyDraft } from './draft/study-draft';
import { useDraft } from './draft/use-study-draft';

/**
 * What was typed is saved on the way to another page. Where that fails, and for a consent form that
 * was not published, this asks first; a browser that closes the tab asks in its own words.
 */
export function UnsavedGuard({ draft, dirty }: { draft: StudyDraft; dirty: boolean }) {
  const clean = useDraft(draft, () => draft.isClean());
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
