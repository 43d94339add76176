import type { Commonlab } from '../frame/commonlab';

/**
 * The event before the texts of a result. An export puts the component's result together again
 * (server/research-data/rows/results.rule.ts): `keep` characters of what the component had sent until
 * then stay, or all of it as it is (`null`: the result is added); then come `parts` texts.
 */
export interface ResultEvent {
  readonly type: 'result';
  readonly component: number;
  readonly keep: number | null;
  readonly parts: number;
}

/** Characters in one record: at most three bytes of UTF-8 each, within the limit of a record. */
export const partLength = 80_000;

/** What is sent becomes text, as JATOS has it: strings as they are, all else as JSON. */
export const textOf = (data: unknown): string =>
  typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data);

/** A text in parts of a limited length; no pair of surrogates is torn. */
export function partsOf(text: string, most = partLength): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + most);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/** How many characters two texts have in common at their beginning; no pair is torn. */
export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n++;
  const last = a.charCodeAt(n - 1);
  return last >= 0xd800 && last <= 0xdbff ? n - 1 : n;
}

/**
 * The results of one page. Many studies send all of their data again after each trial; only what
 * differs from what was sent before becomes records, so that a long study fits into its run.
 */
export class Results {
  /** What this page has sent, as it stands. */
  private sent = '';

  constructor(
    private readonly commonlab: Commonlab,
    private readonly component: number,
  ) {}

  /** Added to what the component has sent. */
  async append(data: unknown): Promise<void> {
    const text = textOf(data);
    this.sent += text;
    await this.store(null, text);
  }

  /** Instead of what the component has sent. */
  async submit(data: unknown): Promise<void> {
    const text = textOf(data);
    const keep = commonLength(this.sent, text);
    this.sent = text;
    await this.store(keep, text.slice(keep));
  }

  private async store(keep: number | null, text: string): Promise<void> {
    const parts = partsOf(text);
    const said: ResultEvent = {
      type: 'result',
      component: this.component,
      keep,
      parts: parts.length,
    };
    // All at once: nothing else may come between them.
    await Promise.all([
      this.commonlab.event({ ...said }),
      ...parts.map((part) => this.commonlab.text(part)),
    ]);
  }
}
