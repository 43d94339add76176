import { useState } from 'react';

const keyOf = (account: string, assignment: string) =>
  `commonlab-submission-${account}-${assignment}`;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @returns whether the browser could store the text */
function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Manages the draft of a text that was not handed in yet. The browser stores it for this account
 * while it is typed.
 * @param first the initial text if there is no draft: the text that the student last handed in
 */
export function useSubmissionDraft(account: string, assignment: string, first: string) {
  const key = keyOf(account, assignment);
  const [text, setText] = useState(() => stored(key) ?? first);
  const [isKept, setKept] = useState(() => stored(key) !== null);
  const change = (next: string) => {
    setText(next);
    setKept(store(key, next));
  };
  /** After handing in. */
  const forget = () => {
    try {
      localStorage.removeItem(key);
    } catch {
      /* if the browser blocks storage, there is nothing to remove */
    }
    setKept(false);
  };
  return { text, change, isKept, forget };
}
