import type { RunnerMessage } from '../messages';
import { onShadowRoot } from './shadow-roots';

/**
 * The files that the page around the study has loaded in advance. A frame with an opaque origin has
 * no HTTP cache (Chromium keeps none for it) and would load every file each time. So requests,
 * images and sounds of the frame get the loaded files.
 */
export class LoadedFiles {
  private readonly here = new Map<string, string>();
  private arrive: () => void = () => undefined;
  private readonly arrived = new Promise<void>((resolve) => (this.arrive = resolve));
  private readonly paths: ReadonlySet<string>;
  private readonly folder: string | undefined;

  /** @param address the address of the study's page */
  constructor(paths: readonly string[], address: string) {
    this.paths = new Set(paths);
    this.folder = /^.*?\/s\/[^/]+\//.exec(address)?.[0];
  }

  hear({ files }: Extract<RunnerMessage, { type: 'loaded' }>): void {
    for (const [path, blob] of files) this.here.set(path, URL.createObjectURL(blob));
    this.arrive();
  }
  /** Returns the path of a requested address, if it is one of the loaded files. */
  pathOf(asked: string | URL): string | undefined {
    try {
      const { href } = new URL(asked, document.baseURI);
      if (this.folder === undefined || !href.startsWith(this.folder)) return undefined;
      const [raw = ''] = href.slice(this.folder.length).split(/[?#]/, 1);
      const path = decodeURIComponent(raw).normalize('NFC');
      return this.paths.has(path) ? path : undefined;
    } catch {
      return undefined;
    }
  }
  /** The file's address in this page; undefined until the file has arrived. */
  now = (path: string): string | undefined => this.here.get(path);
  async of(path: string): Promise<string> {
    await this.arrived;
    return this.here.get(path) ?? '';
  }
}

const isGet = (method: string) => /^get$/i.test(method);

/** Answers `fetch` and asynchronous `XMLHttpRequest` with the loaded files. */
export function answerWithLoadedFiles(loaded: LoadedFiles): void {
  const realFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const asked = input instanceof Request ? input.url : input;
    const isWhole = !new Headers(init?.headers ?? request?.headers).has('range');
    const path =
      isWhole && isGet(init?.method ?? request?.method ?? 'GET') ? loaded.pathOf(asked) : undefined;
    if (path === undefined) return realFetch(input, init);
    const answer = await realFetch(await loaded.of(path), {
      signal: init?.signal ?? request?.signal ?? null,
    });
    const value = new URL(asked, document.baseURI).href;
    return Object.defineProperty(answer, 'url', { value });
  };

  const Real = window.XMLHttpRequest;
  window.XMLHttpRequest = class extends Real {
    /**
     * The path of the file for which the request waits; the request is sent once that file has
     * arrived.
     */
    private waitsFor: string | undefined;

    override open(method: string, url: string | URL, ...more: unknown[]): void {
      const path = isGet(method) && more[0] !== false ? loaded.pathOf(url) : undefined;
      const here = path === undefined ? undefined : loaded.now(path);
      this.waitsFor = here === undefined ? path : undefined;
      (super.open as (...given: unknown[]) => void)(method, here ?? url, ...more);
    }
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const path = this.waitsFor;
      if (path === undefined) return super.send(body);
      void loaded.of(path).then((here) => {
        // The study may meanwhile have used this XMLHttpRequest for a different request, or aborted
        // it.
        if (this.waitsFor !== path) return;
        super.open('GET', here, true);
        super.send();
      });
    }
    override abort(): void {
      this.waitsFor = undefined;
      super.abort();
    }
  };
}

type WithSource = HTMLImageElement | HTMLMediaElement | HTMLSourceElement;

/** Delays `play` and similar functions until the file that the study has just set has arrived. */
function beginLater(
  waiting: WeakMap<WithSource, Promise<void>>,
  asked: WeakMap<WithSource, string>,
): void {
  /** Waits until the element's file has arrived. @returns whether the element still has the same address */
  const arrived = async (element: WithSource): Promise<boolean> => {
    const value = asked.get(element);
    await waiting.get(element);
    return asked.get(element) === value && !waiting.has(element);
  };
  const pauses = new WeakMap<HTMLMediaElement, object>();
  type Begin<E> = (this: E) => Promise<void>;
  const media: {
    play: Begin<HTMLMediaElement>;
    pause: (this: HTMLMediaElement) => void;
  } = HTMLMediaElement.prototype;
  const { play, pause } = media;
  media.play = async function () {
    if (waiting.has(this)) {
      const before = pauses.get(this);
      if (!(await arrived(this)) || pauses.get(this) !== before)
        throw new DOMException('play() was interrupted', 'AbortError');
    }
    return play.call(this);
  };
  media.pause = function () {
    pauses.set(this, {});
    pause.call(this);
  };
  const image: { decode: Begin<HTMLImageElement> } = HTMLImageElement.prototype;
  const { decode } = image;
  image.decode = async function () {
    if (waiting.has(this) && !(await arrived(this)))
      throw new DOMException('The picture has another address', 'EncodingError');
    return decode.call(this);
  };
}

/**
 * Gives the loaded files to images, sounds and videos: to those that scripts create, and to those
 * in the study's HTML.
 */
export function answerMediaWithLoadedFiles(loaded: LoadedFiles): void {
  const asked = new WeakMap<WithSource, string>();
  /** Elements whose file has not arrived yet, each with the promise of its arrival. */
  const waiting = new WeakMap<WithSource, Promise<void>>();
  for (const { prototype } of [HTMLImageElement, HTMLMediaElement, HTMLSourceElement]) {
    const real = Object.getOwnPropertyDescriptor(prototype, 'src');
    if (!real) continue;
    const set = (element: WithSource, value: string): void => {
      const path = loaded.pathOf(value);
      asked.delete(element);
      waiting.delete(element);
      if (path === undefined) return void real.set?.call(element, value);
      asked.set(element, value);
      const here = loaded.now(path);
      if (here !== undefined) return void real.set?.call(element, here);
      const over = loaded.of(path).then((later) => {
        if (waiting.get(element) !== over) return;
        waiting.delete(element);
        real.set?.call(element, later);
      });
      waiting.set(element, over);
    };
    Object.defineProperty(prototype, 'src', {
      ...real,
      get(this: WithSource): unknown {
        const value = this.hasAttribute('src') ? asked.get(this) : undefined;
        return value === undefined
          ? (real.get?.call(this) as unknown)
          : new URL(value, document.baseURI).href;
      },
      set(this: WithSource, value: unknown) {
        set(this, String(value));
      },
    });
    prototype.setAttribute = function (this: WithSource, name: string, value: string): void {
      if (name.toLowerCase() === 'src') set(this, String(value));
      else Element.prototype.setAttribute.call(this, name, value);
    };
  }

  beginLater(waiting, asked);

  const RealAudio = window.Audio;
  window.Audio = new Proxy(RealAudio, {
    construct(target, [source]: [string?], as) {
      const made = Reflect.construct(target, [], as) as HTMLAudioElement;
      made.preload = 'auto';
      if (source !== undefined) made.src = source;
      return made;
    },
  });

  const media = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const one of [node, ...node.querySelectorAll('img,audio,video')]) {
          if (!(one instanceof HTMLImageElement || one instanceof HTMLMediaElement)) continue;
          const value = one.getAttribute('src');
          if (value !== null && loaded.pathOf(value) !== undefined) one.src = value;
        }
      }
  });
  const watch = (tree: Node) => media.observe(tree, { childList: true, subtree: true });
  watch(document);
  onShadowRoot(watch);
}
