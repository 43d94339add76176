import type { StorageChange } from '../../messages';

/**
 * The error that a page records if it was loaded into a frame without the run's setup, for example
 * by `contentWindow.location` of an empty frame. Only a page that belongs to a run records it.
 */
export const pageWithoutRunError = {
  type: 'error',
  message: 'What this page in a frame records is not stored: the frame needs its address as src',
};

/**
 * The name of a frame's window contains the data of the run, which our scripts read. This function
 * hides the data from the study: its code sees the name that it gave the frame itself. The next
 * page in the frame still finds the data.
 * @returns a function that returns the present data of the run as JSON
 */
export function hideRunInWindowName({ name }: { readonly name: string }): () => string {
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

/**
 * A page inside a frame has changed its storage. This function makes the same change in this page's
 * storage, which is stored with the run.
 */
export function storeInnerPageChange(change: StorageChange, memory: Storage): void {
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
