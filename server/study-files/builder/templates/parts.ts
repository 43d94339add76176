import type {
  TimelineBlock,
  TimelineNode,
  TimelineSettings,
  Trial,
} from '../../../../contracts/timeline/timeline';
import type { Json } from '../../../../contracts/timeline/timeline-values';
import type { TemplateTranslator } from './template-texts';

/** A template in one language, before it becomes a timeline. */
export interface TemplateParts {
  title: string;
  settings: TimelineSettings;
  nodes: TimelineNode[];
  files: { path: string; content: Buffer }[];
}
export type TemplateBuilder = (t: TemplateTranslator) => TemplateParts;

export const makeTable = (columns: string[], rows: Json[][]) => ({ columns, rows });
export const columnReference = (name: string): Json => ({ $var: name });
/**
 * Makes a text with placeholders for columns of a table, such as `{{word}}`. The trial shows the
 * values of the current row, and records them.
 */
export const textWithColumnValues = (text: string): Json => ({ $text: text });

export const makeTrial = (
  id: string,
  name: string,
  plugin: string,
  parameters: Record<string, Json>,
  more: Partial<Trial> = {},
): Trial => ({ id, type: 'trial', name, plugin, parameters, ...more });

export const makeBlock = (
  id: string,
  name: string,
  nodes: TimelineNode[],
  more: Partial<TimelineBlock> = {},
): TimelineBlock => ({ id, type: 'block', name, nodes, ...more });

const paragraph = (text: string) => `<p>${text}</p>`;

export const makeInstructionsTrial = (t: TemplateTranslator, ...pages: string[]): Trial =>
  makeTrial('instructions', t('common.instructions'), 'instructions', {
    pages: pages.map(paragraph),
    show_clickable_nav: true,
    button_label_previous: t('common.back'),
    button_label_next: t('common.next'),
  });

/** Makes a trial that shows a text until the space bar is pressed. */
export const makeTextTrial = (id: string, name: string, text: string): Trial =>
  makeTrial(id, name, 'html-keyboard-response', { stimulus: paragraph(text), choices: [' '] });

export const makeFixationTrial = (t: TemplateTranslator, id: string, ms: number): Trial =>
  makeTrial(
    id,
    t('common.fixation'),
    'html-keyboard-response',
    {
      stimulus: '<p style="font-size: 3em">+</p>',
      choices: 'NO_KEYS',
      trial_duration: ms,
    },
    { unrecorded: true },
  );

/** Makes the blocks with feedback after a practice trial: one for right, one for wrong answers. */
export const makeFeedbackBlocks = (t: TemplateTranslator): TimelineNode[] =>
  (['right', 'wrong'] as const).map((word) =>
    makeBlock(
      `feedback-if-${word}`,
      '',
      [
        makeTrial(
          `feedback-${word}`,
          t('common.feedback'),
          'html-keyboard-response',
          {
            stimulus: paragraph(t(`common.${word}`)),
            choices: 'NO_KEYS',
            trial_duration: 700,
          },
          { unrecorded: true },
        ),
      ],
      { only_if: { of: 'last', field: 'correct', is: 'equal', value: word === 'right' } },
    ),
  );

/** Repeats the practice until four of five answers are right, three times at most. */
export const practiceRepetition = {
  rule: { of: 'share', field: 'correct', is: 'less', value: 0.8 },
  at_most: 3,
} as const;
