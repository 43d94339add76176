import type { Survey } from '../../../../contracts/timeline/timeline-questionnaire';
import { makeTrial, type TemplateBuilder } from './parts';

/** Two scales, and questions that appear only after certain answers. Written for this product. */
export const questionnaire: TemplateBuilder = (t) => {
  const survey: Survey = {
    title: t('questionnaire.about'),
    description: t('questionnaire.intro'),
    pages: [
      {
        title: t('questionnaire.you'),
        elements: [
          {
            type: 'text',
            name: 'age',
            title: t('questionnaire.age'),
            inputType: 'number',
            min: 18,
            max: 120,
            isRequired: true,
          },
          {
            type: 'radiogroup',
            name: 'place',
            title: t('questionnaire.place'),
            isRequired: true,
            choices: [
              { value: 'city', text: t('questionnaire.city') },
              { value: 'town', text: t('questionnaire.town') },
              { value: 'village', text: t('questionnaire.village') },
              { value: 'country', text: t('questionnaire.country') },
            ],
          },
        ],
      },
      {
        title: t('questionnaire.sleep'),
        elements: [
          {
            type: 'matrix',
            name: 'sleep',
            title: t('questionnaire.sleep_how'),
            isAllRowRequired: true,
            rowsOrder: 'random',
            rows: [
              { value: 'asleep', text: t('questionnaire.asleep') },
              { value: 'through', text: t('questionnaire.through') },
              { value: 'rested', text: t('questionnaire.rested') },
              { value: 'nap', text: t('questionnaire.nap') },
            ],
            columns: [
              { value: 1, text: t('questionnaire.never') },
              { value: 2, text: t('questionnaire.some') },
              { value: 3, text: t('questionnaire.most') },
              { value: 4, text: t('questionnaire.always') },
            ],
          },
        ],
      },
      {
        title: t('questionnaire.noise'),
        elements: [
          {
            type: 'rating',
            name: 'noise',
            title: t('questionnaire.noise_how'),
            rateMin: 1,
            rateMax: 7,
            minRateDescription: t('questionnaire.not'),
            maxRateDescription: t('questionnaire.very'),
            isRequired: true,
          },
          {
            type: 'checkbox',
            name: 'sources',
            title: t('questionnaire.sources'),
            visibleIf: '{noise} > 1',
            hasOther: true,
            choices: [
              { value: 'traffic', text: t('questionnaire.traffic') },
              { value: 'neighbours', text: t('questionnaire.neighbours') },
              { value: 'building', text: t('questionnaire.building') },
              { value: 'animals', text: t('questionnaire.animals') },
            ],
          },
          {
            type: 'boolean',
            name: 'wakes',
            title: t('questionnaire.night'),
            visibleIf: '{noise} > 1',
          },
          {
            type: 'text',
            name: 'nights',
            title: t('questionnaire.often'),
            inputType: 'range',
            min: 1,
            max: 7,
            step: 1,
            visibleIf: '{wakes} = true',
          },
          { type: 'comment', name: 'words', title: t('questionnaire.words') },
        ],
      },
    ],
  };
  return {
    title: t('questionnaire.title'),
    settings: {},
    files: [],
    nodes: [
      makeTrial('questions', t('questionnaire.name'), 'questionnaire', {
        survey: survey,
      }),
    ],
  };
};
