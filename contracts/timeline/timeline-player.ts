/** The texts of the player itself, in the language of the timeline. */
export interface PlayerTexts {
  loading: string;
  not_loaded: string;
  try_again: string;
  progress: string;
  failed: string;
  fullscreen: string;
  go_on: string;
  finished: string;
  save_csv: string;
  save_json: string;
  questionnaire: QuestionnaireTexts;
}
export interface QuestionnaireTexts {
  next: string;
  back: string;
  done: string;
  required: string;
  not_answered: string;
  choose: string;
  other: string;
  other_words: string;
  none: string;
  yes: string;
  no: string;
  /** The text that shows the page number; it contains `{{number}}` and `{{of}}`. */
  page: string;
  wrong_email: string;
  wrong_url: string;
  wrong_number: string;
  /** The text contains `{{value}}`. */
  too_small: string;
  too_large: string;
  too_short: string;
  too_long: string;
  choose_more: string;
  choose_less: string;
}
