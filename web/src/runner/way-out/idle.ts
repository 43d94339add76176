import type { FrameMessage } from '../messages';

/** How long a study may record nothing before the page around it offers a button to its end. */
export const idleMs = 60_000;
const lookedEachMs = 5_000;

/** Notices when a study records nothing for a while: it is over without reporting it, it is stuck, or a long text is being read. */
export class Idle {
  private last = performance.now();
  private isIdle = false;
  private readonly timer = setInterval(() => this.look(), lookedEachMs);

  constructor(private readonly changed: (isIdle: boolean) => void) {}

  /** Events, such as a window that lost its focus, do not count as records of the study. */
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
