import type { FrameSetup, StorageChange, StorageArea } from '../../messages';
import { commonBeginningLength, splitLongText } from '../long-text';
import { makeCookies, makeStorage } from './storage';

/*
 * Replacements for browser functions that studies expect but a frame with an opaque origin does not
 * have (docs/decisions/study-sandbox.md).
 */

/**
 * Returns the part of a stored value that is new, split so that each piece fits into a record.
 * Studies often store all of their data again after each trial; whole copies would fill the run and
 * leave no room for trials.
 */
export function storageChangesOf(
  before: string,
  value: string,
): Omit<StorageChange, 'area' | 'key'>[] {
  let keep = commonBeginningLength(before, value);
  const parts = splitLongText(value.slice(keep));
  if (parts.length === 0) return [{ keep, value: '' }];
  return parts.map((part) => {
    const change = keep === 0 ? { value: part } : { keep, value: part };
    keep += part.length;
    return change;
  });
}

/**
 * Replaces the browser's storage and cookies by objects that are kept with the run.
 * @returns the storage area `memory`
 */
export function shimStorage(setup: FrameSetup, tell: (change: StorageChange) => void): Storage {
  // The object has no prototype, because studies choose the names and must not find inherited
  // properties.
  const own = (area: StorageArea): Record<string, string> =>
    Object.assign(Object.create(null) as Record<string, string>, setup.storage[area]);
  const now: Record<StorageArea, Record<string, string>> = {
    local: own('local'),
    session: own('session'),
    cookie: own('cookie'),
    memory: own('memory'),
  };
  const changed = (change: StorageChange) => {
    const { area, key, value } = change;
    const before = now[area][key] ?? '';
    if (value === null) delete now[area][key];
    else now[area][key] = value;
    // The next document of the study in this frame begins with these values.
    window.name = JSON.stringify({ ...setup, storage: now });
    if (value === null) tell(change);
    else for (const part of storageChangesOf(before, value)) tell({ area, key, ...part });
  };
  const define = (on: object, name: string, property: PropertyDescriptor) =>
    Object.defineProperty(on, name, { configurable: true, enumerable: true, ...property });
  define(window, 'localStorage', { value: makeStorage('local', now.local, changed) });
  define(window, 'sessionStorage', { value: makeStorage('session', now.session, changed) });
  define(document, 'cookie', makeCookies(now.cookie, changed));
  // `cookieStore` is removed, since it would use the browser's own cookies, not those of the run.
  define(window, 'cookieStore', { value: undefined });
  return makeStorage('memory', now.memory, changed);
}

/** Makes media load with CORS; otherwise scripts could not read their pixels and sound. */
export function loadMediaWithCors(): void {
  const create = document.createElement.bind(document);
  const withCors = (element: Element) => {
    if (element instanceof HTMLImageElement || element instanceof HTMLMediaElement)
      element.crossOrigin ??= 'anonymous';
    return element;
  };
  document.createElement = (name: string, options?: ElementCreationOptions) =>
    withCors(create(name, options)) as HTMLElement;
  const RealImage = window.Image;
  window.Image = class extends RealImage {
    constructor(width?: number, height?: number) {
      super(width, height);
      this.crossOrigin = 'anonymous';
    }
  };
}

/**
 * Removes direct connections between browsers (WebRTC), since they reach hosts that no policy of
 * ours lists. Without them, plain scripts of a study can only send to the study's own address
 * (docs/decisions/study-sandbox.md).
 */
export function removePeerConnections(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCIceTransport'])
    Object.defineProperty(window, name, { value: undefined, configurable: false });
}
