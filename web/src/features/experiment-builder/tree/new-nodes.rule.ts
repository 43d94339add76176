import type { TimelineBlock, Trial } from '../../../../../contracts/timeline/timeline';
import type { Json } from '../../../../../contracts/timeline/timeline-values';

export const newBlock = (id: string, name: string): TimelineBlock => ({
  id,
  type: 'block',
  name,
  nodes: [],
});

/**
 * Returns the initial parameters of a new trial for each plugin, so that the trial immediately
 * shows something. The texts are in the page's language.
 */
const beginnings = (words: {
  text: string;
  page: string;
  button: string;
  question: string;
}): Record<string, Record<string, Json>> => ({
  'html-keyboard-response': { stimulus: `<p>${words.text}</p>` },
  'html-button-response': { stimulus: `<p>${words.text}</p>`, choices: [words.button] },
  'html-slider-response': { stimulus: `<p>${words.text}</p>` },
  'image-button-response': { choices: [words.button] },
  'audio-button-response': { choices: [words.button] },
  'video-button-response': { choices: [words.button] },
  'canvas-button-response': { choices: [words.button] },
  instructions: { pages: [`<p>${words.page}</p>`], show_clickable_nav: true },
  questionnaire: {
    survey: {
      pages: [
        {
          elements: [
            { type: 'radiogroup', name: 'question1', title: words.question, choices: ['1', '2'] },
          ],
        },
      ],
    },
  },
});

export const newTrial = (
  id: string,
  plugin: string,
  words: Parameters<typeof beginnings>[0],
): Trial => ({
  id,
  type: 'trial',
  name: '',
  plugin,
  parameters: beginnings(words)[plugin] ?? {},
});
