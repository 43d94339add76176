import { makeStorage } from '../frame/storage/storage';
import type { Jatos } from './jatos-api';

/**
 * The key of this platform's values in JATOS' session data of a run. The study may store other
 * values there.
 */
const own = 'commonlab';

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'string');
function texts(json: string | null): Record<string, string> {
  try {
    const read = JSON.parse(json ?? '') as unknown;
    return isTexts(read) ? read : {};
  } catch {
    return {};
  }
}

/**
 * Makes `commonlab.memory` for JATOS: the values that one page leaves for the next one. They are
 * kept in this tab's storage, where the next page finds them immediately, and in JATOS' session
 * data of the run.
 */
export function jatosMemory(jatos: Jatos, result: string, tab: Storage = sessionStorage): Storage {
  const key = `${own} ${result}`;
  const values = new Map(Object.entries(texts(tab.getItem(key))));
  /** The names that were removed before JATOS had loaded: JATOS' values for them are outdated. */
  const removed = new Set<string>();
  let isLoaded = false;
  let isSoon = false;
  const store = () => {
    const all = Object.fromEntries(values);
    tab.setItem(key, JSON.stringify(all));
    if (!isLoaded || isSoon) return;
    isSoon = true;
    queueMicrotask(() => {
      isSoon = false;
      const before = jatos.studySessionData;
      const others = typeof before === 'object' && before !== null ? before : {};
      jatos.setStudySessionData({ ...others, [own]: Object.fromEntries(values) });
    });
  };
  const memory = makeStorage('memory', Object.fromEntries(values), ({ key: name, value }) => {
    if (value === null) {
      values.delete(name);
      removed.add(name);
    } else values.set(name, value);
    store();
  });
  jatos.onLoad(() => {
    isLoaded = true;
    const data = jatos.studySessionData as Partial<Record<string, unknown>> | null | undefined;
    const kept = data?.[own];
    // A value that this page has set or removed in the meantime is newer than JATOS' value, so it
    // stays.
    if (isTexts(kept))
      for (const [name, value] of Object.entries(kept))
        if (!values.has(name) && !removed.has(name)) memory.setItem(name, value);
    if (values.size > 0 || removed.size > 0) store();
  });
  return memory;
}
