import { type KeyboardEvent, useState } from 'react';

interface Chosen {
  ids: ReadonlySet<string>;
  /** The start of a range: the session that was last selected alone. */
  anchor: string | null;
  /**
   * The sessions that were selected before the range began. They stay selected when the range
   * changes.
   */
  beside: ReadonlySet<string>;
}
const none: Chosen = { ids: new Set(), anchor: null, beside: new Set() };

const toggled = ({ ids }: Chosen, id: string): Chosen => {
  const beside = new Set(ids);
  const isOn = !beside.delete(id);
  return { ids: isOn ? new Set(beside).add(id) : beside, anchor: isOn ? id : null, beside };
};

/**
 * The selection among the shown sessions. A hidden session is never selected, since researchers
 * should not act on what they do not see.
 */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState(none);
  const selected = shown.filter((id) => chosen.ids.has(id));

  const toggle = (id: string) => setChosen((now) => toggled(now, id));
  /**
   * Selects all sessions from the start of the range to the session `to`. The range starts at the
   * session that was last selected alone. If there is none, the range starts at `from`.
   */
  const extendTo = (to: string, from = to) => {
    const begun = chosen.anchor !== null && shown.includes(chosen.anchor);
    const anchor = begun ? (chosen.anchor ?? from) : from;
    const beside = begun ? chosen.beside : chosen.ids;
    const ends = [shown.indexOf(anchor), shown.indexOf(to)];
    const range = shown.slice(Math.min(...ends), Math.max(...ends) + 1);
    setChosen({ ids: new Set([...beside, ...range]), anchor, beside });
  };
  const selectAll = () => setChosen({ ...none, ids: new Set(shown) });
  const clear = () => setChosen(none);

  /**
   * Handles the keys that change the selection: Space, Shift with a key that moves the focus, A or
   * Ctrl+A, and Escape (ARIA practices, multi-select listbox).
   * @param id the focused session
   * @param moved the session to which the key moves the focus
   * @returns whether the key was handled
   */
  const onKey = (event: KeyboardEvent, id: string, moved: string | undefined): boolean => {
    if (event.key === ' ') toggle(id);
    else if (event.key.toLowerCase() === 'a' && !event.altKey && !event.shiftKey) selectAll();
    else if (event.key === 'Escape' && selected.length > 0) clear();
    else {
      if (event.shiftKey && moved !== undefined) extendTo(moved, id);
      return false;
    }
    event.preventDefault();
    return true;
  };
  return {
    selected,
    isSelected: (id: string) => chosen.ids.has(id),
    toggle,
    extendTo,
    selectAll,
    clear,
    onKey,
  };
}
