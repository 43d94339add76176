import type english from '../../../locales/en/server-study-player.json';
import type { Timeline } from '../../../contracts/timeline/timeline';
import type { PlayerTexts } from '../../../contracts/timeline/timeline-player';
import { Texts } from '../../platform/i18n/texts';

export const studyPlayerTexts = new Texts<typeof english>('server-study-player');

/**
 * Returns the player's own texts in one language, with placeholders that the player fills in.
 */
export function playerTexts(language: Timeline['language']): PlayerTexts {
  const { t } = studyPlayerTexts.in(language);
  const value = '{{value}}';
  return {
    loading: t('loading'),
    not_loaded: t('not_loaded'),
    try_again: t('try_again'),
    progress: t('progress'),
    failed: t('failed'),
    fullscreen: t('fullscreen'),
    go_on: t('go_on'),
    finished: t('finished'),
    save_csv: t('save_csv'),
    save_json: t('save_json'),
    questionnaire: {
      next: t('questionnaire.next'),
      back: t('questionnaire.back'),
      done: t('questionnaire.done'),
      required: t('questionnaire.required'),
      not_answered: t('questionnaire.not_answered'),
      choose: t('questionnaire.choose'),
      other: t('questionnaire.other'),
      other_words: t('questionnaire.other_words'),
      none: t('questionnaire.none'),
      yes: t('questionnaire.yes'),
      no: t('questionnaire.no'),
      page: t('questionnaire.page', { number: '{{number}}', of: '{{of}}' }),
      wrong_email: t('questionnaire.wrong_email'),
      wrong_url: t('questionnaire.wrong_url'),
      wrong_number: t('questionnaire.wrong_number'),
      too_small: t('questionnaire.too_small', { value }),
      too_large: t('questionnaire.too_large', { value }),
      too_short: t('questionnaire.too_short', { value }),
      too_long: t('questionnaire.too_long', { value }),
      choose_more: t('questionnaire.choose_more', { value }),
      choose_less: t('questionnaire.choose_less', { value }),
    },
  };
}
