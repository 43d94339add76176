import { useEffect } from 'react';
import type { BuilderDraft } from './draft/builder-draft';

/**
 * The keyboard shortcuts of the builder. Undo and redo apply to the whole experiment, even within a
 * text field, because the browser's own undo would change only the field.
 */
export function useShortcuts(draft: BuilderDraft, preview: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      const key = event.key.toLowerCase();
      const run =
        key === 's'
          ? () => void draft.flush()
          : key === 'z'
            ? event.shiftKey
              ? draft.redo
              : draft.undo
            : key === 'y'
              ? draft.redo
              : key === 'enter'
                ? preview
                : null;
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [draft, preview]);
}
