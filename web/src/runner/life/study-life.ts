import type { FrameMessage } from '../messages';
import type { StudyActions } from '../stage';
import type { LifePanel } from './life-panel';
import { atOpening, lifeAfter, verdictOn, type Sign, type Verdict } from './life.rule';

export interface Around extends StudyActions {
  /** The element around the study's frame, where the messages about it are shown. */
  page: HTMLElement;
  frame: HTMLIFrameElement;
  /** Gives the spot back. */
  giveBack(): Promise<void>;
  /** Whether it is noted that the study did not start: in this browser, also after a reload. */
  readonly noted: { get(): boolean; set(noted: boolean): void };
}

const lookedMs = 1_000;

/** Follows whether a study lives, and says so in the page around it where it seems not to. */
export class StudyLife {
  private life = atOpening(performance.now());
  private said: Verdict = 'fine';
  private panel: LifePanel | undefined;
  /** The participant says that it works. */
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
    // Another page has taken its place.
    if (!page.isConnected) return clearInterval(this.timer);
    if (this.isTrusted || this.panel || document.hidden) return;
    const verdict = verdictOn(this.life, performance.now());
    if (verdict === 'fine') return;
    if (this.said !== verdict) void note({ type: verdict });
    this.said = verdict;
    if (verdict === 'not_started') this.around.noted.set(true);
    // Without a connection, it is tried in the next second.
    void this.show(verdict).catch(() => undefined);
  }

  /** Loaded only where it is needed. */
  private async show(verdict: Exclude<Verdict, 'fine'>): Promise<void> {
    const { page, note } = this.around;
    const { lifePanel } = await import('./life-panel');
    // It may go on, or be shown, meanwhile.
    if (this.panel || this.said !== verdict || !page.isConnected) return;
    this.panel = lifePanel(verdict, {
      again: () => this.around.again(),
      tell: () => void note({ type: verdict, told: 'yes' }),
      giveBack: async () => {
        // What is still on its way is refused after it.
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

  /** It works after all: the study has the keyboard again. */
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

/** What a message says of the study's life. */
export function signIn(message: FrameMessage): Sign | undefined {
  if (message.type === 'looks') return { type: 'looks', looks: message };
  if (message.type === 'painted') return { type: 'painted' };
  if (message.type === 'file') return { type: 'recorded' };
  if (message.type !== 'record') return undefined;
  if (answers.test(message.kind)) return { type: 'recorded' };
  return message.kind === 'event' && isFailure(message.data) ? { type: 'error' } : undefined;
}

/** What browsers call an error, and no code fails by: a layout that takes two frames, full screen refused. */
const harmless =
  /^ResizeObserver loop|^TypeError: (?:fullscreen error|fullscreen request denied|permissions check failed)/i;

/** An uncaught error, or a script that did not come. */
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
