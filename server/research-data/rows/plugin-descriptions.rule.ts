/**
 * What plugins of jsPsych say of the data that they record, by the plugin's name: written by
 * scripts/plugin-descriptions.mjs from their sources (MIT), not by hand.
 */
export const pluginDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'html-keyboard-response': {
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    stimulus: 'The HTML content that was displayed on the screen.',
    rt_key_duration:
      'The duration in milliseconds that the response key was held down, measured from ' +
      'key press to key release. Only recorded when `wait_for_key_release` is true; ' +
      'null otherwise or when no response was made.',
  },
};
