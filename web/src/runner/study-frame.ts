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
 * What the frame may do (WHATWG HTML, sandboxing flags). Without `allow-same-origin` its origin is
 * opaque: no token, cookie or page of ours is within its reach. The same flags are in the header of each
 * of its files, for those that are opened directly.
 */
const sandbox = 'allow-scripts allow-forms allow-pointer-lock allow-downloads allow-modals';
/** The time after which a loaded page counts as drawn, if it does not report it. */
const drawnWithinMs = 150;
/**
 * For a study with an origin of its own: a page that sends no hello within this time counts as
 * unreachable.
 */
const helloWithinMs = 20_000;

/** In a frame without credentials, nothing that a study keeps in the browser outlives this page. */
const forgetsByItself = 'credentialless' in HTMLIFrameElement.prototype;
/** How long the empty page that makes the browser forget may take to load. */
const forgetWithinMs = 10_000;

/** The address at which a browser forgets what a study has left at its origin. */
const forgetAt = (url: string): string =>
  url.replace(/^([^/]+\/\/[^/]+\/s\/[^/]+\/).*$/, `$1${forgetPath}`);

/** The study's own origin; undefined for an address at one of ours, whose files get none. */
function ownOrigin(url: string): string | undefined {
  const { origin } = new URL(url);
  const ours = [location.origin, new URL(config.apiUrl || '/', location.href).origin];
  return ours.includes(origin) ? undefined : origin;
}

/** Messages without content beside their type. */
const withoutMore = new Set<unknown>(['painted', 'finish', 'diverged', 'stop']);
const kinds = new Set(['trial', 'text', 'amend', 'state', 'event']);

const isLooks = (looks: object): looks is Looks =>
  'shown' in looks &&
  (shownKinds as readonly unknown[]).includes(looks.shown) &&
  'complete' in looks &&
  typeof looks.complete === 'boolean' &&
  'idle' in looks &&
  typeof looks.idle === 'number';

/** A message has the shape of one of ours: a study can send anything. */
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

/** The study in its frame, and the only way by which it talks. */
export class StudyFrame {
  readonly element = document.createElement('iframe');
  private port: MessagePort | undefined;
  private readonly pace = new MessagePace(() => {
    const description = t('runner:too_much');
    this.what.onFlood(new CallError(413, 'too_much_data', { description }));
  });
  private readonly hellos = new HelloPace();
  /** Undefined where it is opaque. */
  private readonly origin: string | undefined;
  private readonly url: string;
  private unreached: ReturnType<typeof setTimeout> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  private isOpened = false;
  /** It says itself that there is nothing to be seen. */
  private isEmpty = false;

  constructor(
    private readonly what: {
      url: string;
      title: string;
      setup: FrameSetup;
      /** The files that `setup` names. */
      files: ReadonlyMap<string, Blob>;
      /** What it may use, where its origin is its own: an opaque one is given no device. */
      needs: readonly string[];
      /**
       * Called when the study's own origin is unreachable: this browser or network does not know the
       * name.
       */
      onUnreached(): void;
      /** The study has drawn something. Said once. */
      onOpened(): void;
      /** A page of the study has begun: what comes from now on is its. */
      onPage(): void;
      onMessage(message: FrameMessage): void;
      /** It sends more than this page can hold. */
      onFlood(error: CallError): void;
    },
  ) {
    const { title, setup, needs } = what;
    const url = withinOneFolder(what.url);
    const origin = ownOrigin(url);
    this.url = url;
    this.origin = origin;
    this.element.setAttribute('sandbox', origin ? `${sandbox} allow-same-origin` : sandbox);
    // An origin of its own is as isolated as the page around only where that allows it.
    const given = origin
      ? ['cross-origin-isolated', ...needs].map((one) => `${one} ${origin}`)
      : [];
    this.element.allow = ['fullscreen', 'autoplay', 'gamepad', ...given].join('; ');
    this.element.referrerPolicy = 'no-referrer';
    this.element.title = title;
    this.element.name = JSON.stringify(setup);
    if (origin && forgetsByItself) this.element.setAttribute('credentialless', '');
    if (origin && !forgetsByItself) {
      // The participant who sat here before may have closed the page in the middle.
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

  /** Each document of the study says hello once, and gets one port. */
  private greeted = ({ source, data, origin }: MessageEvent) => {
    // The origin of an opaque frame is the text "null", as that of many others is: its window says
    // who it is.
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
    // What the page before has said comes before.
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
    // A new document of the study has no keyboard, though its frame had it.
    this.focus();
  }

  /** Keyboard and full screen belong to the study. */
  focus(): void {
    // A simulated participant needs no keyboard.
    if (this.what.setup.simulation !== null) return;
    this.element.focus();
    this.element.contentWindow?.focus();
  }
  tell(message: RunnerMessage): void {
    this.port?.postMessage(message);
  }
  /** The study is over: what it has left in the browser is gone, for the participant who sits there next. */
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
