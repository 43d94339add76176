import type { Commonlab } from '../frame/commonlab';
import { commonBeginningLength, splitLongText, type ResultEvent } from '../frame/long-text';

/**
 * Turns data into text as JATOS does: strings stay as they are, and all other values become JSON.
 */
export const resultTextOf = (data: unknown): string =>
  typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data);

/**
 * The result data of one page. Many studies send all of their data again after each trial. This
 * class records only the part that has changed, so that a long study fits into its run.
 */
export class ComponentResults {
  /** The result data of this page, as the study last set or extended it. */
  private sent = '';

  constructor(
    private readonly commonlab: Commonlab,
    private readonly component: number,
  ) {}

  /** Appends data to the result data of the component. */
  async append(data: unknown): Promise<void> {
    const text = resultTextOf(data);
    this.sent += text;
    await this.store(null, text);
  }

  /** Replaces the result data of the component. */
  async submit(data: unknown): Promise<void> {
    const text = resultTextOf(data);
    const keep = commonBeginningLength(this.sent, text);
    this.sent = text;
    await this.store(keep, text.slice(keep));
  }

  private async store(keep: number | null, text: string): Promise<void> {
    const parts = splitLongText(text);
    const said: ResultEvent = {
      type: 'result',
      component: this.component,
      keep,
      parts: parts.length,
    };
    // The records are sent without waiting in between, so that no other record comes between them.
    await Promise.all([
      this.commonlab.event({ ...said }),
      ...parts.map((part) => this.commonlab.text(part)),
    ]);
  }
}
