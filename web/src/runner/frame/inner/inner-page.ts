import type { StateChange } from '../../messages';

/**
 * Of a page that came into a frame of a run without the run, as by `contentWindow.location` of an empty frame.
 * Only a page around that is part of a run takes it.
 */
export const withoutRun = {
  type: 'error',
  message: 'What this page in a frame records is not stored: the frame needs its address as src',
};

/**
 * A page in a frame has its run from the name of its window, and so has its next page there: the study reads
 * the name that it gave the frame.
 * @returns the run as it is now, as JSON
 */
export function nameAgain({ name }: { readonly name: string }): () => string {
  let run = window.name;
  const real = Object.getOwnPropertyDescriptor(window, 'name');
  Object.defineProperty(window, 'name', {
    configurable: true,
    enumerable: true,
    get: () => name,
    set(value: string) {
      run = value;
      real?.set?.call(window, value);
    },
  });
  return () => run;
}

/** What a page inside has stored, in the storage of this page, which keeps it with the run. */
export function storeChange(change: StateChange, memory: Storage): void {
  const { area, key, value, keep = 0 } = change;
  if (area === 'cookie') {
    const before = cookieNamed(key);
    const now = value === null ? '; max-age=0' : before.slice(0, keep) + value;
    document.cookie = `${key}=${now}`;
    return;
  }
  const storage = { local: localStorage, session: sessionStorage, memory }[area];
  if (value === null) storage.removeItem(key);
  else storage.setItem(key, (storage.getItem(key) ?? '').slice(0, keep) + value);
}

const cookieNamed = (name: string): string =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';
