import type { StorageChange, StorageArea } from '../../messages';

type Tell = (change: StorageChange) => void;

/**
 * Makes a `Storage` (WHATWG HTML, 12.2) for a frame whose opaque origin has none. Each change is
 * passed to `tell`, which stores it with the run, so that the participant can continue in a
 * different browser.
 */
export function makeStorage(
  area: StorageArea,
  before: Readonly<Record<string, string>>,
  tell: Tell,
): Storage {
  const values = new Map(Object.entries(before));
  const set = (key: string, value: string) => {
    if (values.get(key) === value) return;
    values.set(key, value);
    tell({ area, key, value });
  };
  const remove = (key: string) => {
    if (values.delete(key)) tell({ area, key, value: null });
  };
  const methods: Storage = {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(String(key)) ?? null,
    setItem: (key, value) => set(String(key), String(value)),
    removeItem: (key) => remove(String(key)),
    clear: () => [...values.keys()].forEach(remove),
  };
  const isOwn = (key: string | symbol): key is string =>
    typeof key === 'string' && !(key in methods);
  return new Proxy(methods, {
    get: (target, key) => (isOwn(key) ? values.get(key) : (Reflect.get(target, key) as unknown)),
    set: (_, key, value) => {
      if (isOwn(key)) set(key, String(value));
      return true;
    },
    has: (target, key) => (isOwn(key) ? values.has(key) : Reflect.has(target, key)),
    deleteProperty: (_, key) => {
      if (isOwn(key)) remove(key);
      return true;
    },
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      isOwn(key) && values.has(key)
        ? { value: values.get(key), writable: true, enumerable: true, configurable: true }
        : undefined,
  });
}

/**
 * Makes a `document.cookie` for a frame whose opaque origin has none. It supports names, values,
 * and removal by `max-age` or `expires`. Paths and domains are ignored, since no other site shares
 * these cookies.
 */
export function makeCookies(before: Readonly<Record<string, string>>, tell: Tell) {
  const jar = makeStorage('cookie', before, tell);
  return {
    get: () =>
      Array.from({ length: jar.length }, (_, i) => jar.key(i) ?? '')
        .map((name) => `${name}=${jar.getItem(name) ?? ''}`)
        .join('; '),
    set: (text: string) => {
      const [pair = '', ...attributes] = text.split(';');
      const at = pair.indexOf('=');
      const name = (at < 0 ? '' : pair.slice(0, at)).trim();
      const age = attributes.map((attribute) => attribute.trim().toLowerCase().split('='));
      const isOver = age.some(
        ([key, value = '']) =>
          (key === 'max-age' && Number(value) <= 0) ||
          (key === 'expires' && Date.parse(value) <= Date.now()),
      );
      if (isOver) jar.removeItem(name);
      else jar.setItem(name, pair.slice(at + 1).trim());
    },
  };
}
