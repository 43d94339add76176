import { type KeyboardEvent, useState } from 'react';

interface Chosen {
  ids: ReadonlySet<string>;
  /** Where a range begins: the last one that was chosen by itself. */
  anchor: string | null;
  /** What was chosen before the range, and stays chosen when the range grows or shrinks. */
  beside: ReadonlySet<string>;
}
const none: Chosen = { ids: new Set(), anchor: null, beside: new Set() };

const toggled = ({ ids }: Chosen, id: string): Chosen => {
  const beside = new Set(ids);
  const isOn = !beside.delete(id);
  return { ids: isOn ? new Set(beside).add(id) : beside, anchor: isOn ? id : null, beside };
};

/**
 * Which of the shown sessions are selected. What is not shown is not selected: a researcher does not act on what
 * they don't see.
 */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState(none);
  const selected = shown.filter((id) => chosen.ids.has(id));

  const toggle = (id: string) => setChosen((now) => toggled(now, id));
  /** @param from where the range begins if none was begun */
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
   * Space, Shift with a movement, A or Ctrl+A, Escape, on the session that has the focus (ARIA
   * practices, lists with several selected).
   * @param id of the focused session
   * @param moved where the key led, if it moves the focus
   * @returns whether the key did something here
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
