import { clearStoragePath } from '../../../contracts/study-files/study-names';
import { config } from '../lib/http/config';
import { CallError } from './api';
import { confineToFirstStudyFolder } from './confine-frames';
import { isFileMessage } from './files/file-messages';
import { HelloMessagePace } from './pace/hello-pace';
import { MessagePace, messageLengthOf } from './pace/message-pace';
import { isSharedMessage } from './shared/shared-messages';
import {
  helloMessage,
  shownContentKinds,
  trialLibraries,
  welcomeMessage,
  type FrameMessage,
  type FrameSetup,
  type PageAppearance,
  type RunnerMessage,
} from './messages';
import { t } from './texts';

/**
 * What the sandboxed frame may do (WHATWG HTML, sandboxing flags). Without `allow-same-origin` its origin is opaque, so it cannot access
 * any token, cookie or page of ours. Each file of a study has the same flags in its header, for files that are opened directly.
 */
const sandbox = 'allow-scripts allow-forms allow-pointer-lock allow-downloads allow-modals';
/**
 * How long a loaded page may take to report that it has drawn something, in milliseconds. After
 * that, it counts as drawn.
 */
const drawnWithinMs = 150;
/**
 * For a study with its own origin: how long a page may take to send its greeting, in milliseconds.
 * After that, the origin counts as unreachable.
 */
const helloWithinMs = 20_000;

/** Whether the browser itself deletes what a study stores as soon as this page closes, as it does for a frame without credentials. */
const forgetsByItself = 'credentialless' in HTMLIFrameElement.prototype;
/** To delete a study's storage, an empty page is loaded in the frame. It may take this long. */
const forgetWithinMs = 10_000;

/**
 * Returns the address of the empty page that makes a browser delete what a study has stored at its
 * origin.
 */
const forgetAt = (url: string): string =>
  url.replace(/^([^/]+\/\/[^/]+\/s\/[^/]+\/).*$/, `$1${clearStoragePath}`);

/**
 * Returns the study's own origin; undefined if the study is served from one of the origins of this
 * platform.
 */
function ownOrigin(url: string): string | undefined {
  const { origin } = new URL(url);
  const ours = [location.origin, new URL(config.apiUrl || '/', location.href).origin];
  return ours.includes(origin) ? undefined : origin;
}

/** The types of messages that contain nothing but their type. */
const withoutMore = new Set<unknown>(['painted', 'finish', 'diverged', 'stop']);
const kinds = new Set(['trial', 'text', 'amend', 'state', 'event']);

const isLooks = (looks: object): looks is PageAppearance =>
  'shown' in looks &&
  (shownContentKinds as readonly unknown[]).includes(looks.shown) &&
  'complete' in looks &&
  typeof looks.complete === 'boolean' &&
  'idle' in looks &&
  typeof looks.idle === 'number';

/** Whether a message has the shape of one of our messages, since a study can send anything. */
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
    (!('of' in data) || (trialLibraries as readonly unknown[]).includes(data.of))
  );
}

/** Shows the study in its frame, and is the only channel between the study and this page. */
export class StudyFrame {
  readonly element = document.createElement('iframe');
  private port: MessagePort | undefined;
  private readonly pace = new MessagePace(() => {
    const description = t('runner:too_much');
    this.what.onFlood(new CallError(413, 'too_much_data', { description }));
  });
  private readonly hellos = new HelloMessagePace();
  /** The origin of the study in the frame; undefined if it is opaque. */
  private readonly origin: string | undefined;
  private readonly url: string;
  private unreached: ReturnType<typeof setTimeout> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  private isOpened = false;
  /** Whether the study has reported that it shows nothing. */
  private isEmpty = false;

  constructor(
    private readonly what: {
      url: string;
      title: string;
      setup: FrameSetup;
      /** The files that `setup.files` names. */
      files: ReadonlyMap<string, Blob>;
      /** The devices that a study with its own origin may use; a study with an opaque origin may use none. */
      needs: readonly string[];
      /** Called when the study's own origin cannot be reached, because this browser or network does not know its name. */
      onUnreached(): void;
      /** Called once, when the study has drawn something. */
      onOpened(): void;
      /** Called when another page of the study has begun: later messages come from that page. */
      onPage(): void;
      onMessage(message: FrameMessage): void;
      /** Called when the study sends more messages than this page can hold. */
      onFlood(error: CallError): void;
    },
  ) {
    const { title, setup, needs } = what;
    const url = confineToFirstStudyFolder(what.url);
    const origin = ownOrigin(url);
    this.url = url;
    this.origin = origin;
    this.element.setAttribute('sandbox', origin ? `${sandbox} allow-same-origin` : sandbox);
    // The study in a frame with its own origin can be isolated from all other origins only if this
    // page allows it.
    const given = origin
      ? ['cross-origin-isolated', ...needs].map((one) => `${one} ${origin}`)
      : [];
    this.element.allow = ['fullscreen', 'autoplay', 'gamepad', ...given].join('; ');
    this.element.referrerPolicy = 'no-referrer';
    this.element.title = title;
    this.element.name = JSON.stringify(setup);
    if (origin && forgetsByItself) this.element.setAttribute('credentialless', '');
    if (origin && !forgetsByItself) {
      // The previous participant at this computer may have closed the page in the middle, so the study's storage is deleted first.
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

  /** Each document of the study sends one greeting and gets one port in return. */
  private greeted = ({ source, data, origin }: MessageEvent) => {
    // The origin of every opaque frame is the text "null", so the frame is recognised by its window.
    if (source === null || source !== this.element.contentWindow || data !== helloMessage) return;
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

  private looked({ shown }: PageAppearance): void {
    this.isEmpty = shown === 'nothing';
    if (shown === 'content') this.opened();
  }

  private answer(source: Window): void {
    this.port?.close();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    // Messages of the study's previous page may still wait; they are handled before this call.
    this.pace.take(() => this.what.onPage());
    port1.onmessage = ({ data: message }: MessageEvent<unknown>) => {
      if (!isMessage(message)) return;
      if (message.type === 'painted') this.opened();
      if (message.type === 'looks') this.looked(message);
      const weight = messageLengthOf(message);
      if (weight !== undefined) this.pace.take(() => this.what.onMessage(message), weight);
    };
    source.postMessage(welcomeMessage, { targetOrigin: this.origin ?? '*', transfer: [port2] });
    const { files } = this.what;
    if (files.size > 0) this.tell({ type: 'loaded', files });
    // A new document of the study does not have the keyboard focus, even if its frame had it before.
    this.focus();
  }

  focus(): void {
    // A simulated participant needs no keyboard.
    if (this.what.setup.simulation !== null) return;
    this.element.focus();
    this.element.contentWindow?.focus();
  }
  tell(message: RunnerMessage): void {
    this.port?.postMessage(message);
  }
  /**
   * Called when the study is over: deletes what the study has stored in the browser, since the next
   * participant may use the same computer.
   */
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
