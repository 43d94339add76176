import {
  helloMessage,
  welcomeMessage,
  type FrameMessage,
  type FrameSetup,
  type RunnerMessage,
  type StorageChange,
} from '../../messages';
import { clickedLinkOf, onShadowRoot, domTreesIn } from '../shadow-roots';

const isOwnWindow = (name: string) => /^(?:parent|top|self|window|frames|opener)$/.test(name);
const isWindow = (value: unknown) =>
  typeof value === 'object' && value !== null && (value as Window).window === value;

/** The parts of a frame's window that this code uses. */
export interface InnerWindow {
  readonly closed: boolean;
  postMessage(message: unknown, options: WindowPostMessageOptions): void;
}

interface Around {
  readonly setup: FrameSetup;
  /** Returns the setup of this page as JSON, with the present values of the storage. */
  readonly now: () => string;
  /** The address of the study's folder. */
  readonly folder: string;
  /** Sends a message to the page around the study. */
  readonly send: (message: FrameMessage) => void;
  readonly nextId: () => number;
  /**
   * Called when a page inside a frame changes its storage. All pages of a run share the storage, so
   * this page changes its own copy, too.
   */
  readonly store: (change: StorageChange) => void;
  /** Called when a page inside a frame reports the end of the study. */
  readonly finish: () => void;
  /**
   * Whether this page has its own jsPsych. If so, the end of a jsPsych in a frame does not end the
   * study.
   */
  readonly hasJsPsych: () => boolean;
}

/**
 * This page drops these messages if a page in one of its frames sends them. The runner would take
 * them for messages of this page.
 */
const notHeard = new Set<FrameMessage['type']>(['painted', 'passing_page']);

/**
 * The pages of the study that are shown in frames of another page of the study. Our script runs in
 * each of them, and sends its messages to the page around it instead of to the runner. Their
 * records belong to the same run, in one order.
 */
export class InnerFrames {
  /** For each window, the port of the document that it shows now. */
  private readonly ports = new Map<InnerWindow, MessagePort>();
  /**
   * The unanswered requests of pages inside frames. Each page numbers its requests itself, so this
   * page forwards them with new numbers, the keys of this map. `id` is the page's own number.
   */
  private readonly waiting = new Map<number, { port: MessagePort; id: number }>();
  /** The names that the study itself gave to frames. */
  private readonly named = new WeakMap<HTMLIFrameElement, string>();
  private isLeft = false;

  constructor(private readonly around: Around) {}

  /**
   * Passes the data of the run to the pages in the study's frames. The data is written into the
   * name of each frame's window, where a page finds it before its first script runs. A browser
   * reads that name only when the frame is inserted.
   */
  watch(page: Document = document): void {
    if (this.around.setup.seed === '') return;
    this.findByName(page);
    const real = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src');
    const given = (frame: HTMLIFrameElement) =>
      frame.isConnected ? this.came(frame) : void this.name(frame);
    Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
      ...real,
      set(this: HTMLIFrameElement, value: unknown) {
        real?.set?.call(this, value);
        given(this);
      },
    });
    const take = (node: Node) => {
      if (!(node instanceof Element)) return;
      const frames = node.matches('iframe') ? [node] : node.querySelectorAll('iframe');
      for (const one of frames) if (one instanceof HTMLIFrameElement) this.came(one);
    };
    const changes = new MutationObserver((list) => {
      for (const { type, target, addedNodes } of list)
        if (type === 'attributes') take(target);
        else addedNodes.forEach(take);
    });
    const observe = (tree: Node) =>
      changes.observe(tree, {
        ...{ childList: true, subtree: true, attributeFilter: ['src', 'srcdoc'] },
      });
    observe(page);
    onShadowRoot(observe);
  }

  /** Whether the frame shows a page of the study. */
  has = (element: Element | null): boolean =>
    element instanceof HTMLIFrameElement && this.named.has(element);

  /** Handles a message. @returns whether it is the greeting of our script in a page inside a frame */
  greets({
    data,
    source,
  }: {
    data: unknown;
    source: MessageEventSource | InnerWindow | null;
  }): boolean {
    if (data !== helloMessage || !source || source === window || source === window.parent)
      return false;
    if (this.around.setup.seed === '') return true;
    for (const one of this.ports.keys()) if (one.closed) this.ports.delete(one);
    const { port1, port2 } = new MessageChannel();
    // The port of the frame's former document is removed from the list but stays open, since its
    // last messages may still arrive.
    const inner = source as InnerWindow;
    this.ports.set(inner, port1);
    port1.onmessage = ({ data: message }: MessageEvent<FrameMessage>) => this.take(message, port1);
    inner.postMessage(welcomeMessage, { targetOrigin: '*', transfer: [port2] });
    return true;
  }

  /** Passes an answer to the frame that asked. @returns whether the answer was for a page inside a frame */
  hear(message: RunnerMessage): boolean {
    if (message.type === 'stopped') this.ports.forEach((port) => port.postMessage(message));
    if (!('id' in message)) return false;
    const asked = this.waiting.get(message.id);
    if (!asked) return false;
    this.waiting.delete(message.id);
    asked.port.postMessage({ ...message, id: asked.id });
    return true;
  }

  /**
   * Writes the data of the run into a frame that is already in the page. The frame is inserted
   * again, since a browser passes on the name of a frame only then.
   */
  private came(frame: HTMLIFrameElement): void {
    if (this.named.has(frame) || frame.hasAttribute('srcdoc') || !this.name(frame)) return;
    const { parentNode, nextSibling } = frame;
    frame.remove();
    parentNode?.insertBefore(frame, nextSibling);
  }

  /**
   * Writes the run's data into the name of a frame's window, so that the page inside finds it.
   * @returns whether the frame shows a page of the study; a page of another host gets no data
   */
  private name(frame: HTMLIFrameElement): boolean {
    const { now, folder, hasJsPsych } = this.around;
    if (!frame.src.startsWith(folder)) return false;
    const name = this.named.get(frame) ?? frame.name;
    const inner: FrameSetup = {
      ...(JSON.parse(now()) as FrameSetup),
      files: [],
      // If this page has a jsPsych, it replays the stored trials itself. A frame must not do it
      // again.
      ...(hasJsPsych() && { trials: [], timings: [] }),
      inner: { name },
    };
    this.named.set(frame, name);
    frame.setAttribute('name', JSON.stringify(inner));
    this.findable(frame, name);
    return true;
  }

  /** Lets the study find the frame by the name that the study gave it, although the browser only knows the name that we set. */
  private findable(frame: HTMLIFrameElement, name: string): void {
    Object.defineProperty(frame, 'name', { get: () => name, configurable: true });
    const there: unknown = Reflect.get(window, name);
    // As in browsers, the name does not refer to the frame if something else already uses it.
    if (name === '' || isOwnWindow(name) || (there !== undefined && !isWindow(there))) return;
    Object.defineProperty(window, name, { get: () => frame.contentWindow, configurable: true });
  }

  /**
   * Makes two functions of the browser know the study's own names of frames: a link with a `target`
   * opens in the frame with that name, and `window.open` returns that frame's window.
   */
  private findByName(page: Document): void {
    /** @param address the page that a link or script opens in the frame; undefined if a script only requests the frame's window */
    const framed = (target: string, address = '') => {
      const isOwn = address.startsWith(this.around.folder);
      for (const tree of target === '' ? [] : domTreesIn(page))
        for (const one of tree.querySelectorAll('iframe'))
          if (target === (this.named.get(one) ?? (isOwn ? one.name : ''))) return one;
      return undefined;
    };
    page.addEventListener('click', (event) => {
      const link = clickedLinkOf(event, 'a[target][href]');
      if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
      const frame = framed(link.target, link.href);
      if (!frame) return;
      event.preventDefault();
      frame.src = link.href;
    });
    const open = window.open.bind(window);
    window.open = (url, target, features) => {
      const address = url ? new URL(url, page.baseURI).href : undefined;
      const frame = framed(target ?? '', address);
      if (!frame) return open(url, target, features);
      if (address !== undefined) frame.src = address;
      return frame.contentWindow;
    };
  }

  private take(message: FrameMessage, port: MessagePort): void {
    const { send, nextId, store, finish, hasJsPsych } = this.around;
    if (notHeard.has(message.type)) return;
    if (message.type === 'finish') {
      if (message.of !== 'jspsych' || !hasJsPsych()) finish();
      return;
    }
    if (message.type === 'record' && message.kind === 'state')
      return store(JSON.parse(message.data) as StorageChange);
    if (message.type === 'record' && message.kind === 'amend' && hasJsPsych()) return;
    if (message.type === 'record' && message.kind === 'event' && !this.isOfRun(message.data))
      return;
    if (!('id' in message) || message.id === undefined) return send(message);
    const id = nextId();
    this.waiting.set(id, { port, id: message.id });
    send({ ...message, id });
  }

  /**
   * Whether the event concerns the whole run. The window has lost the focus only if neither this
   * page nor a page inside its frames has it.
   */
  private isOfRun(data: string): boolean {
    const { type } = JSON.parse(data) as { type?: unknown };
    if (type !== 'blur' && type !== 'focus') return true;
    if (type === 'focus' ? !this.isLeft : document.hasFocus()) return false;
    this.isLeft = type === 'blur';
    return true;
  }
}
