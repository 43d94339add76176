import type { JsPsych, TrialValues } from './js-psych';
import type { DrawnCondition } from './rules';

/*
 * Runs the JavaScript code in a timeline. It runs where the study runs: in the sandbox of the
 * runner, or in the page of a folder that a researcher downloaded.
 */

const made = new Map<string, (...given: unknown[]) => unknown>();

/**
 * Compiles JavaScript code to a function, and keeps the function for further calls with this code.
 * @throws SyntaxError
 */
function functionOf(names: readonly string[], body: string) {
  const key = `${names.join()}:${body}`;
  const known = made.get(key);
  if (known) return known;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- this is what `$js` is for
  const one = new Function(...names, body) as (...given: unknown[]) => unknown;
  made.set(key, one);
  return one;
}
// The code may end with a line comment. Without the line break, the closing bracket would belong to
// that comment.
const yields = (text: string) => `"use strict"; return (${text}\n);`;

export class TimelineScripts {
  constructor(
    private readonly jsPsych: JsPsych,
    private readonly condition: DrawnCondition,
  ) {}

  private readonly variable = (name: string) => this.jsPsych.evaluateTimelineVariable(name);

  value(text: string): unknown {
    return functionOf(['jsPsych', 'condition', 'variable'], yields(text))(
      this.jsPsych,
      this.condition,
      this.variable,
    );
  }

  rule(text: string, data: readonly TrialValues[]): boolean {
    return Boolean(
      functionOf(['data', 'condition', 'jsPsych', 'variable'], yields(text))(
        data,
        this.condition,
        this.jsPsych,
        this.variable,
      ),
    );
  }

  /**
   * Makes a callback of a trial from JavaScript statements.
   * @param name the name of the callback's parameter
   */
  callback(text: string, name: 'trial' | 'data'): (given?: TrialValues) => unknown {
    return (given) =>
      functionOf([name, 'jsPsych', 'condition', 'variable'], `"use strict"; ${text}\n`)(
        given,
        this.jsPsych,
        this.condition,
        this.variable,
      );
  }
}
