import { useTranslation } from 'react-i18next';
import type { PluginParameter } from '../../../../../contracts/timeline/timeline-plugins';
import { nameAsWords } from '../nodes/spelled-out.rule';

/**
 * Parameters that this page describes in its own words. For all other parameters, it shows the
 * description by the author of the plugin.
 */
const known = [
  'stimulus',
  'stimuli',
  'choices',
  'prompt',
  'stimulus_duration',
  'trial_duration',
  'response_ends_trial',
  'wait_for_key_release',
  'enable_button_after',
  'button_label',
  'button_html',
  'button_layout',
  'grid_rows',
  'grid_columns',
  'pages',
  'show_clickable_nav',
  'button_label_previous',
  'button_label_next',
  'allow_keys',
  'allow_backward',
  'key_forward',
  'key_backward',
  'show_page_number',
  'labels',
  'min',
  'max',
  'step',
  'slider_start',
  'slider_width',
  'require_movement',
  'key_answer',
  'correct_text',
  'incorrect_text',
  'feedback_duration',
  'trial_ends_after_audio',
  'response_allowed_while_playing',
  'stimulus_width',
  'stimulus_height',
  'maintain_aspect_ratio',
  'questions',
  'preamble',
  'required',
  'name',
  'options',
  'randomize_question_order',
  'message',
  'correct_response',
  'value',
  'page_label',
  'on_page_change',
  'render_on_canvas',
  'default_response',
  'scale_width',
  'autocomplete',
  'horizontal',
  'placeholder',
  'rows',
  'columns',
  'fullscreen_mode',
  'delay_after',
  'func',
  'async',
  'text_answer',
  'force_correct_button_press',
  'show_stim_with_feedback',
  'show_feedback_on_timeout',
  'timeout_message',
  'answer',
  'same_key',
  'different_key',
  'first_stim_duration',
  'gap_duration',
  'second_stim_duration',
  'text',
  'button_text',
  'check_answers',
  'allow_blanks',
  'case_sensitivity',
  'mistake_fn',
  'autofocus',
  'width',
  'height',
  'autoplay',
  'controls',
  'start',
  'stop',
  'rate',
  'trial_ends_after_video',
  'required_message',
  'canvas_size',
] as const;
type Known = (typeof known)[number];
const isKnown = (name: string): name is Known => (known as readonly string[]).includes(name);

/** Returns functions for the name and the description of a parameter. */
export function useParameterWords() {
  const { t } = useTranslation('builder');
  return (name: string, { description }: PluginParameter) =>
    isKnown(name)
      ? { label: t(`parameter.${name}.label`), help: t(`parameter.${name}.help`) }
      : { label: nameAsWords(name), help: firstSentence(description) };
}

/**
 * Returns the first sentence of a description, which says what the parameter is: plugin authors
 * sometimes write a whole page.
 */
const firstSentence = (text: string): string => /^.{20,220}?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
