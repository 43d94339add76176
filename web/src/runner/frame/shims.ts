import type { FrameSetup, StateChange, StorageArea } from '../messages';
import { cookiesOf, storageOf } from './storage';

/*
 * What a frame without an origin of its own cannot do by itself, and studies expect
 * (docs/decisions/0068-runner-and-sandbox.md).
 */

/** Storage and cookies, kept with the run. @returns the area of our own */
export function shimStorage(setup: FrameSetup, tell: (change: StateChange) => void): Storage {
  const now: Record<StorageArea, Record<string, string>> = {
    local: { ...setup.storage.local },
    session: { ...setup.storage.session },
    cookie: { ...setup.storage.cookie },
    memory: { ...setup.storage.memory },
  };
  const changed = (change: StateChange) => {
    if (change.value === null) delete now[change.area][change.key];
    else now[change.area][change.key] = change.value;
    // The next document of the study in this frame begins with it.
    window.name = JSON.stringify({ ...setup, storage: now });
    tell(change);
  };
  const define = (on: object, name: string, property: PropertyDescriptor) =>
    Object.defineProperty(on, name, { configurable: true, enumerable: true, ...property });
  define(window, 'localStorage', { value: storageOf('local', now.local, changed) });
  define(window, 'sessionStorage', { value: storageOf('session', now.session, changed) });
  define(document, 'cookie', cookiesOf(now.cookie, changed));
  return storageOf('memory', now.memory, changed);
}

/** A worker's own file is of another origin, for a frame that has none: a blob loads it. */
export function shimWorkers(): void {
  const Real = window.Worker;
  window.Worker = class extends Real {
    constructor(url: string | URL, options?: WorkerOptions) {
      const full = new URL(url, document.baseURI).href;
      const isOwn = full.startsWith('blob:') || full.startsWith('data:');
      const load =
        options?.type === 'module'
          ? `import ${JSON.stringify(full)};`
          : `importScripts(${JSON.stringify(full)});`;
      super(
        isOwn ? full : URL.createObjectURL(new Blob([load], { type: 'text/javascript' })),
        options,
      );
    }
  };
}

/** Pixels of pictures and sound of media may be read only if they came with CORS. */
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
