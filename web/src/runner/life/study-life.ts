import type { FrameMessage } from '../messages';
import type { StudyActions } from '../stage';
import type { LifePanel } from './life-panel';
import { atOpening, lifeAfter, verdictOn, type Sign, type Verdict } from './life.rule';

export interface Around extends StudyActions {
  /** The element around the study's frame, where the messages about it are shown. */
  page: HTMLElement;
  frame: HTMLIFrameElement;
  /** Gives the participant's spot back. */
  giveBack(): Promise<void>;
  /** Whether this browser has noted that the study did not start; the note survives a reload. */
  readonly noted: { get(): boolean; set(noted: boolean): void };
}

const lookedMs = 1_000;

/** Observes whether a study still works, and shows a message in the page around it if it seems not to. */
export class StudyLife {
  private life = atOpening(performance.now());
  private said: Verdict = 'fine';
  private panel: LifePanel | undefined;
  /** Whether the participant has said that the study works. */
  private isTrusted = false;
  private readonly timer = setInterval(() => this.look(), lookedMs);

  constructor(private readonly around: Around) {}

  hear(message: FrameMessage): void {
    const sign = signIn(message);
    if (!sign) return;
    this.life = lifeAfter(this.life, sign, performance.now());
    if (this.said !== 'fine' && verdictOn(this.life, performance.now()) === 'fine') this.goesOn();
    if (this.life.began || this.life.hadContent) this.begins();
  }

  private look(): void {
    const { page, note } = this.around;
    // A different page has replaced this one.
    if (!page.isConnected) return clearInterval(this.timer);
    if (this.isTrusted || this.panel || document.hidden) return;
    const verdict = verdictOn(this.life, performance.now());
    if (verdict === 'fine') return;
    if (this.said !== verdict) void note({ type: verdict });
    this.said = verdict;
    if (verdict === 'not_started') this.around.noted.set(true);
    // If the panel cannot be loaded without a connection, the next second tries again.
    void this.show(verdict).catch(() => undefined);
  }

  /** Loads and shows the panel, which most studies never need. */
  private async show(verdict: Exclude<Verdict, 'fine'>): Promise<void> {
    const { page, note } = this.around;
    const { lifePanel } = await import('./life-panel');
    // Meanwhile the study may work again, or the panel may be shown already.
    if (this.panel || this.said !== verdict || !page.isConnected) return;
    this.panel = lifePanel(verdict, {
      again: () => this.around.again(),
      tell: () => void note({ type: verdict, told: 'yes' }),
      giveBack: async () => {
        // Records that are still on their way after this are refused.
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

  /** The study works after all: it gets the keyboard focus again. */
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

/** The sign of life in a message of the study; undefined if the message is none. */
export function signIn(message: FrameMessage): Sign | undefined {
  if (message.type === 'looks') return { type: 'looks', looks: message };
  if (message.type === 'painted') return { type: 'painted' };
  if (message.type === 'file') return { type: 'recorded' };
  if (message.type !== 'record') return undefined;
  if (answers.test(message.kind)) return { type: 'recorded' };
  return message.kind === 'event' && isFailure(message.data) ? { type: 'error' } : undefined;
}

/** Messages that browsers report as errors although no code failed: a layout that took two frames, a refused full screen. */
const harmless =
  /^ResizeObserver loop|^TypeError: (?:fullscreen error|fullscreen request denied|permissions check failed)/i;

/** Whether an event is an uncaught error, or a script that failed to load. */
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
