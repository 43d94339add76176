import type { FrameLocator, Page } from 'playwright-core';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import type {
  TimelineDraft,
  TimelineTemplate,
} from '../../../contracts/study-files/study-timelines';
import { emptyTimeline, type Timeline, type Trial } from '../../../contracts/timeline/timeline';
import type { Json } from '../../../contracts/timeline/timeline-values';
import { callApi, demoPerson } from './api';

/** @returns a function that calls the API as the demo's researcher */
export async function apiCallerOfDemoResearcher() {
  const { token } = await demoPerson('researcher');
  return <T = { _id: string }>(method: string, path: string, body?: object) =>
    callApi<T>(method, path, { token, ...(body && { body }) });
}
type Call = Awaited<ReturnType<typeof apiCallerOfDemoResearcher>>;

/** Stores a template as the draft of a study. */
export async function saveTemplateDraft(
  call: Call,
  study: string,
  template: TimelineTemplate,
): Promise<Timeline> {
  const { timeline } = await call<TimelineDraft>(
    'POST',
    `/api/studies/${study}/timeline/template/`,
    { version: 0, template, language: 'en' },
  );
  if (!timeline) throw new Error('no timeline');
  return timeline;
}
/** Saves the Stroop task as a draft with fewer trials: three for practice, then four. */
export async function saveShortStroop(call: Call, study: string): Promise<Timeline> {
  const timeline = await saveTemplateDraft(call, study, 'stroop');
  for (const node of timeline.nodes)
    if (node.type === 'block')
      node.sample = { type: 'without_replacement', size: node.id === 'main' ? 4 : 3 };
  timeline.settings = { text_size: 24 };
  return timeline;
}
export const publishTimeline = (call: Call, study: string, timeline: Timeline) =>
  call<StudyVersion>('POST', `/api/studies/${study}/versions/`, { timeline });
export const createBuilderStudy = (call: Call, title = 'Made with the builder') =>
  call('POST', '/api/studies/', {
    title,
    description: 'You press keys.',
    duration_minutes: 5,
    privacy_level: 'anonymous',
  });

export const keyboardTrial = (
  id: string,
  parameters: Record<string, Json>,
  more: Partial<Trial> = {},
): Trial => ({
  id,
  type: 'trial',
  name: id,
  plugin: 'html-keyboard-response',
  parameters,
  ...more,
});
/** A timeline that uses tables, JavaScript, a loop, a conditional block and the drawn condition. */
export const smallTimeline: Timeline = {
  ...emptyTimeline('Small words', 'en'),
  nodes: [
    {
      id: 'words',
      type: 'block',
      name: 'Words',
      variables: {
        columns: ['word', 'key'],
        rows: [
          ['red', 'r'],
          ['blue', 'b'],
        ],
      },
      loop: { rule: { of: 'share', field: 'correct', is: 'less', value: 1 }, at_most: 2 },
      nodes: [
        keyboardTrial(
          'word',
          { stimulus: { $js: '`<p>${variable("word").toUpperCase()}</p>`' }, choices: ['r', 'b'] },
          {
            data: { word: { $var: 'word' }, group: { $condition: 'group' } },
            correct_response: { $var: 'key' },
          },
        ),
      ],
    },
    {
      id: 'never',
      type: 'block',
      name: 'Never',
      only_if: { of: 'last', field: 'correct', is: 'equal', value: false },
      nodes: [keyboardTrial('sorry', { stimulus: 'Sorry' })],
    },
  ],
};

/** Presses the key for the colour in which a word of the Stroop task is written. */
export async function answerStroop(page: Page, inFrame: FrameLocator): Promise<void> {
  const keys: Record<string, string> = {
    'rgb(255, 0, 0)': 'r',
    'rgb(0, 128, 0)': 'g',
    'rgb(0, 0, 255)': 'b',
  };
  const word = inFrame.locator('p[style*="color"]');
  await word.waitFor();
  const ink = await word.evaluate((one) => getComputedStyle(one).color);
  await page.keyboard.press(keys[ink] ?? '');
  await word.waitFor({ state: 'detached' });
}
