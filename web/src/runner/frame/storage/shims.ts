import type { FrameSetup, StateChange, StorageArea } from '../../messages';
import { commonLength, partsOf } from '../long-text';
import { cookiesOf, storageOf } from './storage';

/*
 * Replacements for what a frame with an opaque origin cannot do and studies expect
 * (docs/decisions/study-sandbox.md).
 */

/**
 * The new part of a value, split so that each part fits into a record. Studies back up all of their data
 * after each trial: whole copies would fill the run, and leave no room for trials.
 */
export function changesOf(before: string, value: string): Omit<StateChange, 'area' | 'key'>[] {
  let keep = commonLength(before, value);
  const parts = partsOf(value.slice(keep));
  if (parts.length === 0) return [{ keep, value: '' }];
  return parts.map((part) => {
    const change = keep === 0 ? { value: part } : { keep, value: part };
    keep += part.length;
    return change;
  });
}

/** Replaces the storage and the cookies by ones that are kept with the run. @returns the storage area `memory` */
export function shimStorage(setup: FrameSetup, tell: (change: StateChange) => void): Storage {
  // The object has no prototype: studies choose the names, and inherited properties are not among them.
  const own = (area: StorageArea): Record<string, string> =>
    Object.assign(Object.create(null) as Record<string, string>, setup.storage[area]);
  const now: Record<StorageArea, Record<string, string>> = {
    local: own('local'),
    session: own('session'),
    cookie: own('cookie'),
    memory: own('memory'),
  };
  const changed = (change: StateChange) => {
    const { area, key, value } = change;
    const before = now[area][key] ?? '';
    if (value === null) delete now[area][key];
    else now[area][key] = value;
    // The next document of the study in this frame starts with this storage.
    window.name = JSON.stringify({ ...setup, storage: now });
    if (value === null) tell(change);
    else for (const part of changesOf(before, value)) tell({ area, key, ...part });
  };
  const define = (on: object, name: string, property: PropertyDescriptor) =>
    Object.defineProperty(on, name, { configurable: true, enumerable: true, ...property });
  define(window, 'localStorage', { value: storageOf('local', now.local, changed) });
  define(window, 'sessionStorage', { value: storageOf('session', now.session, changed) });
  define(document, 'cookie', cookiesOf(now.cookie, changed));
  // `cookieStore` would access the browser's own cookies, which do not belong to the run.
  define(window, 'cookieStore', { value: undefined });
  return storageOf('memory', now.memory, changed);
}

/** Loads media with CORS, without which scripts may not read the pixels and the sound. */
export function shimMedia(): void {
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
 * Removes connections between browsers, which reach hosts that no policy of ours lists: without them, a
 * study's plain script can send to its own address only (docs/decisions/study-sandbox.md).
 */
export function removePeers(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCIceTransport'])
    Object.defineProperty(window, name, { value: undefined, configurable: false });
}
