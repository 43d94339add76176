import type { StateChange } from '../../messages';

/**
 * Reported for a page that was loaded into a frame of a run without its setup, as by
 * `contentWindow.location` of an empty frame. Only a page that is part of a run records it.
 */
export const withoutRun = {
  type: 'error',
  message: 'What this page in a frame records is not stored: the frame needs its address as src',
};

/**
 * A page in a frame reads its run from the name of its window, and so does the next page in that frame; the study's code sees the name
 * that it gave the frame instead.
 * @returns a function that returns the present run as JSON
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

/** Writes what a page inside a frame stored into the storage of this page, which is kept with the run. */
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
