/*
 * Turns a value of a study into text within limited time. A trial may contain a million numbers,
 * and the text is needed before the trial begins.
 */

/** The highest number of characters of one text, and of all texts together. */
const mostChars = 2_000;
const mostAll = 50_000;
const mostEntries = 1_000;
/**
 * Values that are nested deeper than this are cut off. No real parameter is that deep, and each
 * level needs space on the call stack.
 */
const mostLevels = 100;

class Beginning {
  text = '';
  /**
   * How many more characters and values may be added. Values are counted as well, because some have
   * no text.
   */
  private left = mostAll;
  private readonly around: object[] = [];

  private say(text: string): void {
    this.text += text;
    this.left -= text.length;
  }
  private told = (text: string): string => JSON.stringify(text.slice(0, mostChars));

  /**
   * Adds a value that JSON can hold. Instances of classes, such as a `Date` or an element, are left
   * out, and the study's own `toJSON` is not called.
   */
  add(value: unknown): void {
    this.left -= 1;
    if (this.left <= 0) return;
    if (typeof value === 'string') this.say(this.told(value));
    else if (typeof value === 'boolean') this.say(String(value));
    else if (typeof value === 'number') this.say(Number.isFinite(value) ? String(value) : 'null');
    else if (typeof value !== 'object' || value === null) this.say('null');
    else this.addObject(value);
  }

  private addObject(value: object): void {
    const { around } = this;
    if (around.includes(value) || around.length >= mostLevels) throw new TypeError('no JSON');
    around.push(value);
    if (Array.isArray(value)) this.addArray(value);
    else if (isPlain(value)) this.addValues(value as Readonly<Record<string, unknown>>);
    else this.say('null');
    around.pop();
  }

  private addArray(values: readonly unknown[]): void {
    this.say('[');
    const most = Math.min(values.length, mostEntries);
    for (let at = 0; at < most && this.left > 0; at++) {
      this.add(values[at]);
      this.say(',');
    }
    if (values.length > most) this.say(String(values.length));
    this.say(']');
  }

  private addValues(values: Readonly<Record<string, unknown>>): void {
    this.say('{');
    for (const key in values) {
      if (this.left <= 0) break;
      this.left -= 1;
      const value = values[key];
      if (value === undefined || typeof value === 'function') continue;
      this.say(`${this.told(key)}:`);
      this.add(value);
      this.say(',');
    }
    this.say('}');
  }
}

function isPlain(value: object): boolean {
  const made = Object.getPrototypeOf(value) as unknown;
  return made === Object.prototype || made === null;
}

/** Returns a text that is the same for equal values. A long text is cut off. */
export function shortTextOf(value: unknown): string {
  const beginning = new Beginning();
  beginning.add(value);
  return beginning.text.slice(0, mostAll);
}
