import { forgetPath } from '../../../contracts/study-files/study-names';
import { config } from '../lib/http/config';
import { CallError } from './api';
import { withinOneFolder } from './confine-frames';
import { isFileMessage } from './files/file-messages';
import { HelloPace } from './pace/hello-pace';
import { MessagePace, weightOf } from './pace/message-pace';
import { isSharedMessage } from './shared/shared-messages';
import {
  hello,
  shownKinds,
  trialMakers,
  welcome,
  type FrameMessage,
  type FrameSetup,
  type Looks,
  type RunnerMessage,
} from './messages';
import { t } from './texts';

/**
 * What the frame may do (WHATWG HTML, sandboxing flags). Without `allow-same-origin` its origin is opaque, so it cannot access any token,
 * cookie or page of ours. The same flags are in the header of each of its files, for files that are opened directly.
 */
const sandbox = 'allow-scripts allow-forms allow-pointer-lock allow-downloads allow-modals';
/** The time after which a loaded page counts as drawn, if it does not report it. */
const drawnWithinMs = 150;
/** Only for a study with its own origin: a page that sends no greeting within this time counts as unreachable. */
const helloWithinMs = 20_000;

/** Whether nothing that a study stores in the browser outlives this page, as in a frame without credentials. */
const forgetsByItself = 'credentialless' in HTMLIFrameElement.prototype;
/** How long the empty page with which the browser deletes a study's storage may take to load. */
const forgetWithinMs = 10_000;

/** The address that makes a browser delete what a study has stored at its origin. */
const forgetAt = (url: string): string =>
  url.replace(/^([^/]+\/\/[^/]+\/s\/[^/]+\/).*$/, `$1${forgetPath}`);

/** The study's own origin; undefined if the address is on one of our origins, where studies get none of their own. */
function ownOrigin(url: string): string | undefined {
  const { origin } = new URL(url);
  const ours = [location.origin, new URL(config.apiUrl || '/', location.href).origin];
  return ours.includes(origin) ? undefined : origin;
}

/** The messages that have no content besides their type. */
const withoutMore = new Set<unknown>(['painted', 'finish', 'diverged', 'stop']);
const kinds = new Set(['trial', 'text', 'amend', 'state', 'event']);

const isLooks = (looks: object): looks is Looks =>
  'shown' in looks &&
  (shownKinds as readonly unknown[]).includes(looks.shown) &&
  'complete' in looks &&
  typeof looks.complete === 'boolean' &&
  'idle' in looks &&
  typeof looks.idle === 'number';

/** Whether a message has the shape of one of ours, since a study can send anything. */
function isMessage(data: unknown): data is FrameMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (withoutMore.has(data.type)) return true;
  if (data.type === 'simulating')
    return (
      'plugin' in data &&
      typeof data.plugin === 'string' &&
      'passedOver' in data &&
      typeof data.passedOver === 'boolean'
    );
  if (data.type === 'looks') return isLooks(data);
  if (data.type === 'passing_page') return 'path' in data && typeof data.path === 'string';
  if (isFileMessage(data) || isSharedMessage(data)) return true;
  return (
    data.type === 'record' &&
    'kind' in data &&
    typeof data.kind === 'string' &&
    kinds.has(data.kind) &&
    'data' in data &&
    typeof data.data === 'string' &&
    (!('id' in data) || typeof data.id === 'number') &&
    (!('of' in data) || (trialMakers as readonly unknown[]).includes(data.of))
  );
}

/** The study in its frame, and the only channel by which it communicates. */
export class StudyFrame {
  readonly element = document.createElement('iframe');
  private port: MessagePort | undefined;
  private readonly pace = new MessagePace(() => {
    const description = t('runner:too_much');
    this.what.onFlood(new CallError(413, 'too_much_data', { description }));
  });
  private readonly hellos = new HelloPace();
  /** Undefined if the frame's origin is opaque. */
  private readonly origin: string | undefined;
  private readonly url: string;
  private unreached: ReturnType<typeof setTimeout> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  private isOpened = false;
  /** Whether the study itself reports that it shows nothing. */
  private isEmpty = false;

  constructor(
    private readonly what: {
      url: string;
      title: string;
      setup: FrameSetup;
      /** The files that `setup` names. */
      files: ReadonlyMap<string, Blob>;
      /** The devices that the study may use if it has its own origin; a study with an opaque origin gets none. */
      needs: readonly string[];
      /** Called when the study's own origin is unreachable, because this browser or network does not know its name. */
      onUnreached(): void;
      /** Called once, when the study has drawn something. */
      onOpened(): void;
      /** Called when a page of the study has begun: later messages come from this page. */
      onPage(): void;
      onMessage(message: FrameMessage): void;
      /** Called when the study sends more than this page can hold. */
      onFlood(error: CallError): void;
    },
  ) {
    const { title, setup, needs } = what;
    const url = withinOneFolder(what.url);
    const origin = ownOrigin(url);
    this.url = url;
    this.origin = origin;
    this.element.setAttribute('sandbox', origin ? `${sandbox} allow-same-origin` : sandbox);
    // A study's own origin is isolated like the page around it only if that page allows it.
    const given = origin
      ? ['cross-origin-isolated', ...needs].map((one) => `${one} ${origin}`)
      : [];
    this.element.allow = ['fullscreen', 'autoplay', 'gamepad', ...given].join('; ');
    this.element.referrerPolicy = 'no-referrer';
    this.element.title = title;
    this.element.name = JSON.stringify(setup);
    if (origin && forgetsByItself) this.element.setAttribute('credentialless', '');
    if (origin && !forgetsByItself) {
      // The participant who used this computer before may have closed the page in the middle.
      this.element.addEventListener('load', () => (this.element.src = url), { once: true });
      this.element.src = forgetAt(url);
    } else this.element.src = url;
    this.element.addEventListener('load', () => {
      const drawn = () => void (this.isEmpty || this.opened());
      if (this.element.src === url) this.opening = setTimeout(drawn, drawnWithinMs);
    });
    addEventListener('message', this.greeted);
    if (origin) this.unreached = setTimeout(() => what.onUnreached(), helloWithinMs);
  }

  /** Each document of the study sends one greeting, and gets one port. */
  private greeted = ({ source, data, origin }: MessageEvent) => {
    // The origin of an opaque frame is the text "null", like that of many other frames, so its window identifies it.
    if (source === null || source !== this.element.contentWindow || data !== hello) return;
    if (this.origin && origin !== this.origin) return;
    clearTimeout(this.unreached);
    this.hellos.take(() => this.answer(source));
  };

  private readonly opened = (): void => {
    clearTimeout(this.opening);
    if (this.isOpened) return;
    this.isOpened = true;
    this.what.onOpened();
  };

  private looked({ shown }: Looks): void {
    this.isEmpty = shown === 'nothing';
    if (shown === 'content') this.opened();
  }

  private answer(source: Window): void {
    this.port?.close();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    // Messages of the page before are handled first.
    this.pace.take(() => this.what.onPage());
    port1.onmessage = ({ data: message }: MessageEvent<unknown>) => {
      if (!isMessage(message)) return;
      if (message.type === 'painted') this.opened();
      if (message.type === 'looks') this.looked(message);
      const weight = weightOf(message);
      if (weight !== undefined) this.pace.take(() => this.what.onMessage(message), weight);
    };
    source.postMessage(welcome, { targetOrigin: this.origin ?? '*', transfer: [port2] });
    const { files } = this.what;
    if (files.size > 0) this.tell({ type: 'loaded', files });
    // A new document of the study lacks the keyboard focus, even if its frame had it.
    this.focus();
  }

  /** Gives the keyboard focus to the study. */
  focus(): void {
    // A simulated participant needs no keyboard.
    if (this.what.setup.simulation !== null) return;
    this.element.focus();
    this.element.contentWindow?.focus();
  }
  tell(message: RunnerMessage): void {
    this.port?.postMessage(message);
  }
  /** The study is over: deletes what it has stored in the browser, because the next participant may use the same computer. */
  leave(): void {
    this.remove();
    if (!this.origin || forgetsByItself) return;
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.setAttribute('sandbox', '');
    frame.src = forgetAt(this.url);
    const gone = () => frame.remove();
    frame.addEventListener('load', gone, { once: true });
    setTimeout(gone, forgetWithinMs);
    document.body.append(frame);
  }
  remove(): void {
    removeEventListener('message', this.greeted);
    clearTimeout(this.unreached);
    clearTimeout(this.opening);
    this.port?.close();
    this.hellos.stop();
    this.pace.stop();
    this.element.remove();
  }
}
