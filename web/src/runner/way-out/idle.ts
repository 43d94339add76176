import type { FrameMessage } from '../messages';

/** How long a study may say nothing before the page around it offers a way to its end. */
export const idleMs = 60_000;
const lookedEachMs = 5_000;

/** A study that says nothing any more: it is over and does not say so, or it is stuck, or a long text is read. */
export class Idle {
  private last = performance.now();
  private isIdle = false;
  private readonly timer = setInterval(() => this.look(), lookedEachMs);

  constructor(private readonly changed: (isIdle: boolean) => void) {}

  /** Events, such as a window that lost its focus, are nothing that the study says. */
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
