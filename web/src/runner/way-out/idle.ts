import type { FrameMessage } from '../messages';

/**
 * If a study records nothing for this long, the page around it offers a button that leads to the
 * end.
 */
export const idleMs = 60_000;
const lookedEachMs = 5_000;

/**
 * Notices when a study has recorded nothing for a while: the study may be over without reporting
 * it, it may be stuck, or the participant may be reading a long text.
 */
export class IdleWatch {
  private last = performance.now();
  private isIdle = false;
  private readonly timer = setInterval(() => this.look(), lookedEachMs);

  constructor(private readonly changed: (isIdle: boolean) => void) {}

  /**
   * Notes that the study is active. Events do not count, since some are not caused by the study,
   * such as the event that the window has lost the focus.
   */
  heard(message: FrameMessage): void {
    if (message.type === 'record' && message.kind === 'event') return;
    this.last = performance.now();
    if (this.isIdle) this.look();
  }

  private look(): void {
    const isIdle = performance.now() - this.last >= idleMs;
    if (isIdle === this.isIdle) return;
    this.isIdle = isIdle;
    this.changed(isIdle);
  }

  stop(): void {
    clearInterval(this.timer);
    if (this.isIdle) this.changed(false);
    this.isIdle = false;
  }
}
