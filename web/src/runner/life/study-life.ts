import type { FrameMessage } from '../messages';
import type { StudyActions } from '../stage';
import type { LivenessPanel } from './life-panel';
import {
  livenessAtOpening,
  livenessStateAfter,
  livenessVerdictOn,
  type LivenessSign,
  type LivenessVerdict,
} from './life.rule';

export interface StudyLivenessContext extends StudyActions {
  /** The element around the study's frame, in which messages about the study are shown. */
  page: HTMLElement;
  frame: HTMLIFrameElement;
  /** Gives the participant's spot back. */
  giveBack(): Promise<void>;
  /** Whether this browser has noted that the study did not start; the note survives a reload. */
  readonly noted: { get(): boolean; set(noted: boolean): void };
}

const lookedMs = 1_000;

/**
 * Watches whether a study still works. If the study seems to have stopped, it shows a message over
 * it.
 */
export class StudyLiveness {
  private life = livenessAtOpening(performance.now());
  private said: LivenessVerdict = 'fine';
  private panel: LivenessPanel | undefined;
  /**
   * Whether the participant has said that the study works. From then on, no message says otherwise.
   */
  private isTrusted = false;
  private readonly timer = setInterval(() => this.look(), lookedMs);

  constructor(private readonly around: StudyLivenessContext) {}

  hear(message: FrameMessage): void {
    const sign = livenessSignOf(message);
    if (!sign) return;
    this.life = livenessStateAfter(this.life, sign, performance.now());
    if (this.said !== 'fine' && livenessVerdictOn(this.life, performance.now()) === 'fine')
      this.goesOn();
    if (this.life.began || this.life.hadContent) this.begins();
  }

  private look(): void {
    const { page, note } = this.around;
    // A different page has replaced the study's page, so nothing needs to be watched any more.
    if (!page.isConnected) return clearInterval(this.timer);
    if (this.isTrusted || this.panel || document.hidden) return;
    const verdict = livenessVerdictOn(this.life, performance.now());
    if (verdict === 'fine') return;
    if (this.said !== verdict) void note({ type: verdict });
    this.said = verdict;
    if (verdict === 'not_started') this.around.noted.set(true);
    // If the panel's code cannot be loaded because there is no connection, the next check tries
    // again a second later.
    void this.show(verdict).catch(() => undefined);
  }

  /** Loads the code of the panel, which most studies never need, and shows the panel. */
  private async show(verdict: Exclude<LivenessVerdict, 'fine'>): Promise<void> {
    const { page, note } = this.around;
    const { makeLivenessPanel } = await import('./life-panel');
    // While the code was loading, the study may have recovered, or the panel may have been shown.
    if (this.panel || this.said !== verdict || !page.isConnected) return;
    this.panel = makeLivenessPanel(verdict, {
      again: () => this.around.again(),
      tell: () => void note({ type: verdict, told: 'yes' }),
      giveBack: async () => {
        // The records are sent before the spot is given back, since the server refuses them
        // afterwards.
        await this.around.leave();
        await this.around.giveBack();
      },
      works: () => {
        this.isTrusted = true;
        this.goesOn();
        this.begins();
      },
    });
    page.append(this.panel.element);
    this.panel.focus();
  }

  /** The study works, so the message is removed and the study gets the keyboard focus back. */
  private goesOn(): void {
    this.panel?.element.remove();
    this.panel = undefined;
    this.said = 'fine';
    this.around.frame.focus();
  }

  private begins(): void {
    const { noted, note } = this.around;
    if (!noted.get()) return;
    noted.set(false);
    void note({ type: 'began' });
  }
}

const answers = /^(trial|text|amend|file)$/;

/**
 * Returns what a message of the study says about whether it still works; undefined if it says
 * nothing about that.
 */
export function livenessSignOf(message: FrameMessage): LivenessSign | undefined {
  if (message.type === 'looks') return { type: 'looks', looks: message };
  if (message.type === 'painted') return { type: 'painted' };
  if (message.type === 'file') return { type: 'recorded' };
  if (message.type !== 'record') return undefined;
  if (answers.test(message.kind)) return { type: 'recorded' };
  return message.kind === 'event' && isFailure(message.data) ? { type: 'error' } : undefined;
}

/**
 * Browsers report these messages as errors although no code has failed: a layout took two frames,
 * or the browser refused to show the page in full screen.
 */
const harmless =
  /^ResizeObserver loop|^TypeError: (?:fullscreen error|fullscreen request denied|permissions check failed)/i;

/** Whether an event reports an uncaught error, or a script that failed to load. */
function isFailure(data: string): boolean {
  try {
    const { type, directive, element, message } = JSON.parse(data) as Record<string, unknown>;
    if (type === 'error') return typeof message !== 'string' || !harmless.test(message);
    if (type === 'load_failed') return element === 'script';
    return (
      type === 'blocked' && typeof directive === 'string' && /^(script|default)-/.test(directive)
    );
  } catch {
    return false;
  }
}
