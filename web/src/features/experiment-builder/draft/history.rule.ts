/** The states of a document for undo and redo. */
export interface EditHistory<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
  /**
   * The field that the researcher is typing into: further changes of it belong to the same undo
   * step. Null after a pause.
   */
  typing: string | null;
}
const most = 200;

export const newEditHistory = <T>(now: T): EditHistory<T> => ({
  past: [],
  now,
  future: [],
  typing: null,
});

/**
 * Adds a change to the history. If `what` names a field, the letters that are typed into the field
 * form one undo step. If `what` is null, the change is an undo step of its own.
 */
export function recordChange<T>(
  history: EditHistory<T>,
  now: T,
  what: string | null = null,
): EditHistory<T> {
  if (now === history.now) return history;
  const goesOn = what !== null && what === history.typing;
  const past = goesOn ? history.past : [...history.past, history.now].slice(-most);
  return { past, now, future: [], typing: what };
}

export function undoChange<T>(history: EditHistory<T>): EditHistory<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  const { past, now, future } = history;
  return { past: past.slice(0, -1), now: before, future: [now, ...future], typing: null };
}

export function redoChange<T>(history: EditHistory<T>): EditHistory<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future, typing: null };
}

export const endTypingStep = <T>(history: EditHistory<T>): EditHistory<T> => ({
  ...history,
  typing: null,
});
