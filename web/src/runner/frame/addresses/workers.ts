import { likelyPath } from '../../../../../contracts/study-files/own-addresses.rule';
import type { StudyFolder } from './own-folder';

interface ToldWorker {
  /** The address of the worker's own file. */
  readonly at: string;
  /** The address of the study's folder. */
  readonly folder: string;
  readonly sites: readonly (readonly [string, readonly string[]])[];
}
interface WorkerScope {
  importScripts?: (...urls: string[]) => void;
  fetch: typeof fetch;
  Request: typeof Request;
  XMLHttpRequest: typeof XMLHttpRequest;
  Worker?: typeof Worker;
}

/** Returns the code of a worker: it first calls `begin`, then loads the worker's own file. */
function beginningOf(
  told: ToldWorker,
  options: WorkerOptions | undefined,
  begin: (...given: never[]) => void,
  pathOf: typeof likelyPath,
  self: (...given: never[]) => string,
): string {
  const first = `(${begin.toString()})(${JSON.stringify(told)},${pathOf.toString()},${self.toString()});`;
  const file = JSON.stringify(told.at);
  return options?.type === 'module'
    ? `import ${JSON.stringify(`data:text/javascript,${encodeURIComponent(first)}`)};import ${file};`
    : `${first}importScripts(${file});`;
}

/**
 * Runs first in a worker, in the worker's thread. The worker is started from a blob, whose address
 * names no file, so addresses in the worker are resolved against the worker's own file. This
 * function is passed to the worker as text, so it must not use anything outside of itself.
 */
function beginWorker(
  { at, folder, sites }: ToldWorker,
  pathOf: typeof likelyPath,
  beginning: typeof beginningOf,
): void {
  const scope = globalThis as unknown as WorkerScope;
  const { origin } = new URL(folder);
  const names = sites.map(([site, list]) => [site, new Set(list)] as const);
  const resolved = (given: string | URL): string => {
    const address = String(given);
    try {
      const url = new URL(address, at);
      if (url.origin !== origin || url.href.startsWith(folder)) return url.href;
      const isUpwards = /^\s*(?:\.\/)*\.\.\//.test(address);
      const website = new URL(isUpwards ? at.slice(folder.length) : '', 'https://study.invalid/');
      const { pathname } = new URL(isUpwards ? address : url.pathname, website);
      const path = pathOf(decodeURIComponent(pathname.slice(1)).normalize('NFC'), names);
      return folder + path.split('/').map(encodeURIComponent).join('/') + url.search;
    } catch {
      return address;
    }
  };
  const isAddress = (given: unknown): given is string | URL =>
    typeof given === 'string' || given instanceof URL;
  const real = { importScripts: scope.importScripts, fetch: scope.fetch, Worker: scope.Worker };
  // In a module worker, `importScripts` exists but throws. The replacement calls it and therefore
  // throws, too.
  if (real.importScripts)
    scope.importScripts = (...urls) =>
      real.importScripts?.apply(
        globalThis,
        urls.map((one) => resolved(one)),
      );
  scope.fetch = (input, init) =>
    real.fetch.call(globalThis, isAddress(input) ? resolved(input) : input, init);
  scope.Request = new Proxy(scope.Request, {
    construct: (target, [first, ...more]: unknown[], as) =>
      Reflect.construct(
        target,
        [isAddress(first) ? resolved(first) : first, ...more],
        as,
      ) as object,
  });
  const { prototype } = scope.XMLHttpRequest;
  const open = Object.getOwnPropertyDescriptor(prototype, 'open')?.value as (
    ...given: unknown[]
  ) => void;
  prototype.open = function (method: string, url: string | URL, ...more: unknown[]) {
    open.call(this, method, resolved(url), ...more);
  };
  Object.defineProperty(globalThis, 'location', { value: new URL(at), configurable: true });
  if (!real.Worker) return;
  scope.Worker = new Proxy(real.Worker, {
    construct(target, [url, options]: [string | URL, WorkerOptions?], as) {
      const file = resolved(url);
      if (/^(?:blob|data):/.test(file))
        return Reflect.construct(target, [file, options], as) as object;
      const text = beginning({ at: file, folder, sites }, options, beginWorker, pathOf, beginning);
      const isOpaque = globalThis.origin === 'null';
      const first =
        options?.type === 'module' && isOpaque
          ? `data:text/javascript,${encodeURIComponent(text)}`
          : URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      return Reflect.construct(target, [first, options], as) as object;
    },
  });
}

/**
 * A frame with an opaque origin cannot start a worker from its file's address, since that address
 * belongs to another origin. Instead, a blob that loads the file is started. Inside the worker,
 * addresses are resolved against its file, as if the worker had been started from the file.
 */
export function shimWorkers(folder: StudyFolder | undefined): void {
  if (!folder) return;
  const own = folder;
  const { href } = own;
  const sites = folder.sites.map(([site, names]) => [site, [...names]] as const);
  const firstOf = (at: string, options?: WorkerOptions): string => {
    const told = { at, folder: href, sites };
    const text = beginningOf(told, options, beginWorker, likelyPath, beginningOf);
    // If the origin is opaque, the browser does not start a module worker from a blob, but does
    // from a data address.
    return options?.type === 'module' && window.origin === 'null'
      ? `data:text/javascript,${encodeURIComponent(text)}`
      : URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  };
  const Real = window.Worker;
  window.Worker = class extends Real {
    constructor(url: string | URL, options?: WorkerOptions) {
      const at = new URL(own.resolved(String(url), document.baseURI), document.baseURI).href;
      const isOwn = at.startsWith('blob:') || at.startsWith('data:');
      super(isOwn ? at : firstOf(at, options), options);
    }
  };
}
