/**
 * The descriptions by jsPsych plugins of the data that they record, by the plugin's name: written by
 * scripts/plugin-descriptions.mjs from their sources (MIT), not by hand.
 */
export const pluginDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  animation: {
    animation_sequence:
      'An array, where each element is an object that represents a stimulus in the ' +
      'animation sequence. Each object has a `stimulus` property, which is the image ' +
      'that was displayed, and a `time` property, which is the time in ms, measured ' +
      'from when the sequence began, that the stimulus was displayed. The array will be ' +
      'encoded in JSON format when data is saved using either the `.json()` or `.csv()` ' +
      'functions.',
    response:
      'An array, where each element is an object representing a response given by the ' +
      'participant. Each object has a `stimulus` property, indicating which image was ' +
      'displayed when the key was pressed, an `rt` property, indicating the time of the ' +
      'key press relative to the start of the animation, and a `key_press` property, ' +
      'indicating which key was pressed. The array will be encoded in JSON format when ' +
      'data is saved using either the `.json()` or `.csv()` functions.',
  },
  'audio-button-response': {
    stimulus: 'The path of the audio file that was played.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first began playing until the ' +
      "participant's response.",
    response:
      'Indicates which button the participant pressed. The first button in the ' +
      '`choices` array is 0, the second is 1, and so on.',
  },
  'audio-keyboard-response': {
    response:
      'Indicates which key the participant pressed. If no key was pressed before the ' +
      'trial ended, then the value will be `null`.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first began playing until the ' +
      'participant made a key response. If no key was pressed before the trial ended, ' +
      'then the value will be `null`.',
    stimulus: 'Path to the audio file that played during the trial.',
    rt_key_duration:
      'The duration in milliseconds that the response key was held down, measured from ' +
      'key press to key release. Only recorded when `wait_for_key_release` is true; ' +
      'null otherwise or when no response was made.',
  },
  'audio-slider-response': {
    response: 'The numeric value of the slider.',
    rt:
      'The time in milliseconds for the participant to make a response. The time is ' +
      "measured from when the stimulus first began playing until the participant's " +
      'response.',
    stimulus: 'The path of the audio file that was played.',
    slider_start: 'The starting value of the slider.',
  },
  'browser-check': {
    width:
      'The width of the browser window in pixels. If interactive resizing happens, this ' +
      'is the width *after* resizing.',
    height:
      'The height of the browser window in pixels. If interactive resizing happens, ' +
      'this is the height *after* resizing.',
    browser: 'The browser used.',
    browser_version: 'The version of the browser used.',
    os: 'The operating system used.',
    mobile: 'Whether the browser is a mobile device.',
    webaudio: 'Whether the browser supports the WebAudio API.',
    fullscreen: 'Whether the browser supports the Fullscreen API.',
    vsync_rate: 'An estimate of the refresh rate of the screen, in frames per second.',
    webcam:
      'Whether there is a webcam device available. Note that the participant still must ' +
      'grant permission to access the device before it can be used.',
    microphone:
      'Whether there is an audio input device available. Note that the participant ' +
      'still must grant permission to access the device before it can be used.',
  },
  'call-function': { value: 'The return value of the called function.' },
  'canvas-button-response': {
    response:
      'Indicates which button the participant pressed. The first button in the ' +
      '`choices` array is 0, the second is 1, and so on.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
  },
  'canvas-keyboard-response': {
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    rt_key_duration:
      'The duration in milliseconds that the response key was held down, measured from ' +
      'key press to key release. Only recorded when `wait_for_key_release` is true; ' +
      'null otherwise or when no response was made.',
  },
  'canvas-slider-response': {
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    response: 'Indicates which key the participant pressed.',
  },
  'categorize-animation': {
    stimulus:
      'Array of stimuli displayed in the trial. This will be encoded as a JSON string ' +
      'when data is saved using the `.json()` or `.csv()` functions.',
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    correct: '`true` if the participant got the correct answer, `false` otherwise.',
  },
  'categorize-html': {
    stimulus:
      'Either the path to the image file or the string containing the HTML formatted ' +
      'content that the participant saw on this trial.',
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    correct: '`true` if the participant got the correct answer, `false` otherwise.',
  },
  'categorize-image': {
    stimulus:
      'Either the path to the image file or the string containing the HTML formatted ' +
      'content that the participant saw on this trial.',
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    correct: '`true` if the participant got the correct answer, `false` otherwise.',
  },
  cloze: { response: 'Answers the participant gave.' },
  'external-html': {
    url: 'The url of the page.',
    rt: 'The response time in milliseconds for the participant to finish the trial.',
  },
  'free-sort': {
    init_locations:
      'An array containing objects representing the initial locations of all the ' +
      'stimuli in the sorting area. Each element in the array represents a stimulus, ' +
      'and has a "src", "x", and "y" value. "src" is the image path, and "x" and "y" ' +
      'are the object location. This will be encoded as a JSON string when data is ' +
      'saved using the `.json()` or `.csv()` functions.',
    moves:
      'An array containing objects representing all of the moves the participant made ' +
      'when sorting. Each object represents a move. Each element in the array has a ' +
      '"src", "x", and "y" value. "src" is the image path, and "x" and "y" are the ' +
      'object location after the move. This will be encoded as a JSON string when data ' +
      'is saved using the `.json()` or `.csv()` functions.',
    final_locations:
      'An array containing objects representing the final locations of all the stimuli ' +
      'in the sorting area. Each element in the array represents a stimulus, and has a ' +
      '"src", "x", and "y" value. "src" is the image path, and "x" and "y" are the ' +
      'object location. This will be encoded as a JSON string when data is saved using ' +
      'the `.json()` or `.csv()` functions.',
    rt: 'The response time in milliseconds for the participant to finish all sorting.',
  },
  fullscreen: {
    success: 'true if the browser supports fullscreen mode (i.e., is not Safari)',
    rt: 'Response time to click the button that launches fullscreen mode',
  },
  'html-audio-response': {
    rt:
      'The time, since the onset of the stimulus, for the participant to click the done ' +
      'button. If the button is not clicked (or not enabled), then `rt` will be `null`.',
    response: 'The base64-encoded audio data.',
    stimulus: 'The HTML content that was displayed on the screen.',
    estimated_stimulus_onset:
      'This is an estimate of when the stimulus appeared relative to the start of the ' +
      'audio recording. The plugin is configured so that the recording should start ' +
      'prior to the display of the stimulus. We have not yet been able to verify the ' +
      'accuracy of this estimate with external measurement devices.',
    audio_url: 'A URL to a copy of the audio data.',
  },
  'html-button-response': {
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    response:
      'Indicates which button the participant pressed. The first button in the ' +
      '`choices` array is 0, the second is 1, and so on.',
    stimulus: 'The HTML content that was displayed on the screen.',
  },
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
  'html-slider-response': {
    rt:
      'The time in milliseconds for the participant to make a response. The time is ' +
      'measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    response: 'The numeric value of the slider.',
    stimulus: 'The HTML content that was displayed on the screen.',
    slider_start: 'The starting value of the slider.',
  },
  'html-video-response': {
    rt:
      'The time, since the onset of the stimulus, for the participant to click the done ' +
      'button. If the button is not clicked (or not enabled), then `rt` will be `null`.',
    stimulus: 'The HTML content that was displayed on the screen.',
    response: 'The base64-encoded video data.',
    video_url: 'A URL to a copy of the video data.',
  },
  'iat-html': {
    stimulus:
      'The string containing the HTML-formatted content that the participant saw on ' +
      'this trial.',
    response: 'Indicates which key the participant pressed.',
    correct:
      "Boolean indicating whether the user's key press was correct or incorrect for the " +
      'given stimulus.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
  },
  'iat-image': {
    stimulus: 'The path to the image file that the participant saw on this trial.',
    response: 'Indicates which key the participant pressed.',
    correct:
      "Boolean indicating whether the user's key press was correct or incorrect for the " +
      'given stimulus.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
  },
  'image-button-response': {
    stimulus: 'The path of the image that was displayed.',
    response:
      'Indicates which button the participant pressed. The first button in the ' +
      '`choices` array is 0, the second is 1, and so on.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
  },
  'image-keyboard-response': {
    stimulus: 'The path of the image that was displayed.',
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    rt_key_duration:
      'The duration in milliseconds that the response key was held down, measured from ' +
      'key press to key release. Only recorded when `wait_for_key_release` is true; ' +
      'null otherwise or when no response was made.',
  },
  'image-slider-response': {
    stimulus: 'The path of the image that was displayed.',
    response: 'The numeric value of the slider.',
    rt:
      'The time in milliseconds for the participant to make a response. The time is ' +
      'measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    slider_start: 'The starting value of the slider.',
  },
  'initialize-camera': {
    device_id:
      'The [device ' +
      'ID](https://developer.mozilla.org/en-US/docs/Web/API/MediaDeviceInfo/deviceId) ' +
      'of the selected camera.',
  },
  'initialize-microphone': {
    device_id:
      'The [device ' +
      'ID](https://developer.mozilla.org/en-US/docs/Web/API/MediaDeviceInfo/deviceId) ' +
      'of the selected microphone.',
  },
  instructions: {
    view_history:
      'An array containing the order of pages the participant viewed (including when ' +
      'the participant returned to previous pages) and the time spent viewing each ' +
      'page. Each object in the array represents a single page view, and contains keys ' +
      'called `page_index` (the page number, starting with 0) and `viewing_time` ' +
      '(duration of the page view). This will be encoded as a JSON string when data is ' +
      'saved using the `.json()` or `.csv()` functions.',
    rt: 'The response time in milliseconds for the participant to view all of the pages.',
  },
  maxdiff: {
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the maxdiff table first appears on the screen until ' +
      "the participant's response.",
    labels:
      'An object with two keys, `left` and `right`, containing the labels (strings) ' +
      'corresponding to the left and right response columns. This will be encoded as a ' +
      'JSON string when data is saved using the `.json()` or `.csv()` functions.',
    response:
      'An object with two keys, `left` and `right`, containing the alternatives ' +
      'selected on the left and right columns. This will be encoded as a JSON string ' +
      'when data is saved using the `.json()` or `.csv()` functions.',
  },
  'mirror-camera': { rt: 'The length of time the participant viewed the video playback.' },
  preload: {
    success:
      'If `true`, then all files loaded successfully within the `max_load_time`. If ' +
      '`false`, then one or more file requests returned a failure and/or the file ' +
      'loading did not complete within the `max_load_time` duration.',
    timeout:
      'If `true`, then the files did not finish loading within the `max_load_time` ' +
      'duration. If `false`, then the file loading did not timeout. Note that when the ' +
      'preload trial does not timeout (`timeout: false`), it is still possible for ' +
      'loading to fail (`success: false`). This happens if one or more files fails to ' +
      'load and all file requests trigger either a success or failure event before the ' +
      '`max_load_time` duration.',
    failed_images:
      'One or more image file paths that produced a loading failure before the trial ' + 'ended.',
    failed_audio:
      'One or more audio file paths that produced a loading failure before the trial ' + 'ended.',
    failed_video:
      'One or more video file paths that produced a loading failure before the trial ' + 'ended.',
  },
  reconstruction: {
    start_value: 'The starting value of the stimulus parameter.',
    final_value: 'The final value of the stimulus parameter.',
    rt: 'The length of time, in milliseconds, that the trial lasted.',
  },
  resize: {
    final_width_px: 'Final width of the resizable div container, in pixels.',
    scale_factor: 'Scaling factor that will be applied to the div containing jsPsych content.',
  },
  'same-different-html': {
    stimulus:
      'An array of length 2 containing the HTML-formatted content that the participant ' +
      'saw for each trial. This will be encoded as a JSON string when data is saved ' +
      'using the `.json()` or `.csv()` functions.',
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the second stimulus first appears on the screen until ' +
      "the participant's response.",
    correct: "`true` if the participant's response matched the `answer` for this trial.",
    answer: "The correct answer to the trial, either `'same'` or `'different'`.",
  },
  'same-different-image': {
    stimulus:
      'An array of length 2 containing the paths to the image files that the ' +
      'participant saw for each trial. This will be encoded as a JSON string when data ' +
      'is saved using the `.json()` or `.csv()` functions.',
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the second stimulus first appears on the screen until ' +
      "the participant's response.",
    correct: "`true` if the participant's response matched the `answer` for this trial.",
    answer: "The correct answer to the trial, either `'same'` or `'different'`.",
  },
  'serial-reaction-time-mouse': {
    grid:
      'The representation of the grid. This will be encoded as a JSON string when data ' +
      'is saved using the `.json()` or `.csv()` functions.',
    target:
      'The representation of the target location on the grid. This will be encoded as a ' +
      'JSON string when data is saved using the `.json()` or `.csv()` functions',
    response:
      'The `[row, column]` response location on the grid. This will be encoded as a ' +
      'JSON string when data is saved using the `.json()` or `.csv()` functions.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the second stimulus first appears on the screen until ' +
      "the participant's response.",
    correct: "`true` if the participant's response matched the target.",
  },
  'serial-reaction-time': {
    grid:
      'The representation of the grid. This will be encoded as a JSON string when data ' +
      'is saved using the `.json()` or `.csv()` functions.',
    target:
      'The representation of the target location on the grid. This will be encoded as a ' +
      'JSON string when data is saved using the `.json()` or `.csv()` functions',
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the second stimulus first appears on the screen until ' +
      "the participant's response.",
    correct: "`true` if the participant's response matched the target.",
  },
  sketchpad: {
    rt: 'The length of time from the start of the trial to the end of the trial.',
    response:
      'If the trial was ended by clicking the finished button, then `"button"`. If the ' +
      'trial was ended by pressing a key, then the key that was pressed. If the trial ' +
      'timed out, then `null`.',
    png:
      'If `save_final_image` is true, then this will contain the base64 encoded data ' +
      'URL for the image, in png format.',
    strokes:
      'If `save_strokes` is true, then this will contain an array of stroke objects. ' +
      'Objects have an `action` property that is either `"start"`, `"move"`, or ' +
      '`"end"`. If `action` is `"start"` or `"move"` it will have an `x` and `y` ' +
      'property that report the coordinates of the action relative to the upper-left ' +
      'corner of the canvas. If `action` is `"start"` then the object will also have a ' +
      '`t` and `color` property, specifying the time of the action relative to the ' +
      'onset of the trial (ms) and the color of the stroke. If `action` is `"end"` then ' +
      'it will only have a `t` property.',
  },
  'survey-html-form': {
    response:
      'An object containing the response for each input. The object will have a ' +
      'separate key (variable) for the response to each input, with each variable being ' +
      'named after its corresponding input element. Each response is a string ' +
      'containing whatever the participant answered for this particular input. This ' +
      'will be encoded as a JSON string when data is saved using the `.json()` or ' +
      '`.csv()` functions.',
    rt: 'The response time in milliseconds for the participant to make a response.',
  },
  'survey-likert': {
    response:
      'An object containing the response for each question. The object will have a ' +
      'separate key (variable) for each question, with the first question in the trial ' +
      'being recorded in `Q0`, the second in `Q1`, and so on. The responses are ' +
      'recorded as integers, representing the position selected on the likert scale for ' +
      'that question. If the `name` parameter is defined for the question, then the ' +
      'response object will use the value of `name` as the key for each question. This ' +
      'will be encoded as a JSON string when data is saved using the `.json()` or ' +
      '`.csv()` functions.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the questions first appear on the screen until the ' +
      "participant's response(s) are submitted.",
    question_order:
      'An array with the order of questions. For example `[2,0,1]` would indicate that ' +
      'the first question was `trial.questions[2]` (the third item in the `questions` ' +
      'parameter), the second question was `trial.questions[0]`, and the final question ' +
      'was `trial.questions[1]`. This will be encoded as a JSON string when data is ' +
      'saved using the `.json()` or `.csv()` functions.',
  },
  'survey-multi-choice': {
    response:
      'An object containing the response for each question. The object will have a ' +
      'separate key (variable) for each question, with the first question in the trial ' +
      'being recorded in `Q0`, the second in `Q1`, and so on. For each question, the ' +
      'response is a string containing the option that the participant selected. If the ' +
      '`name` parameter is defined for the question, then the response object will use ' +
      'the value of `name` as the key for each question. This will be encoded as a JSON ' +
      'string when data is saved using the `.json()` or `.csv()` functions.',
    response_index:
      'An array containing the index of the selected option for each question. ' +
      'Unanswered questions are recorded as -1.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the questions first appear on the screen until the ' +
      "participant's response(s) are submitted.",
    question_order:
      'An array with the order of questions. For example `[2,0,1]` would indicate that ' +
      'the first question was `trial.questions[2]` (the third item in the `questions` ' +
      'parameter), the second question was `trial.questions[0]`, and the final question ' +
      'was `trial.questions[1]`. This will be encoded as a JSON string when data is ' +
      'saved using the `.json()` or `.csv()` functions.',
  },
  'survey-multi-select': {
    response:
      'An object containing the response for each question. The object will have a ' +
      'separate key (variable) for each question, with the first question in the trial ' +
      'being recorded in `Q0`, the second in `Q1`, and so on. For each question, the ' +
      'response is an array containing the option(s) that the participant selected. If ' +
      'the `name` parameter is defined for the question, then the response object will ' +
      'use the value of `name` as the key for each question. This will be encoded as a ' +
      'JSON string when data is saved using the `.json()` or `.csv()` functions.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the questions first appear on the screen until the ' +
      "participant's response(s) are submitted.",
    question_order:
      'An array with the order of questions. For example `[2,0,1]` would indicate that ' +
      'the first question was `trial.questions[2]` (the third item in the `questions` ' +
      'parameter), the second question was `trial.questions[0]`, and the final question ' +
      'was `trial.questions[1]`. This will be encoded as a JSON string when data is ' +
      'saved using the `.json()` or `.csv()` functions.',
  },
  'survey-text': {
    response:
      'An object containing the response for each question. The object will have a ' +
      'separate key (variable) for each question, with the first question in the trial ' +
      'being recorded in `Q0`, the second in `Q1`, and so on. For each question, the ' +
      'response is a string containing the text the participant entered into the ' +
      'response box. If the `name` parameter is defined for the question, then the ' +
      'response object will use the value of `name` as the key for each question. This ' +
      'will be encoded as a JSON string when data is saved using the `.json()` or ' +
      '`.csv()` functions.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the questions first appear on the screen until the ' +
      "participant's response(s) are submitted.",
    question_order:
      'An array with the order of questions. For example `[2,0,1]` would indicate that ' +
      'the first question was `trial.questions[2]` (the third item in the `questions` ' +
      'parameter), the second question was `trial.questions[0]`, and the final question ' +
      'was `trial.questions[1]`. This will be encoded as a JSON string when data is ' +
      'saved using the `.json()` or `.csv()` functions.',
  },
  survey: {
    response:
      'An object containing the response to each question. The object will have a ' +
      'separate key (identifier) for each question. If the `name` parameter is defined ' +
      'for the question (recommended), then the response object will use the value of ' +
      '`name` as the key for each question. If any questions do not have a name ' +
      'parameter, their keys will named automatically, with the first unnamed question ' +
      'recorded as `question1`, the second as `question2`, and so on. The response type ' +
      'will depend on the question type. This will be encoded as a JSON string when ' +
      'data is saved using the `.json()` or `.csv()` functions.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the questions first appear on the screen until the ' +
      "participant's response(s) are submitted.",
  },
  'video-button-response': {
    response:
      'Indicates which button the participant pressed. The first button in the ' +
      '`choices` array is 0, the second is 1, and so on.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    stimulus:
      'The `stimulus` array. This will be encoded as a JSON string when data is saved ' +
      'using the `.json()` or `.csv()` functions.',
  },
  'video-keyboard-response': {
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    stimulus:
      'The `stimulus` array. This will be encoded as a JSON string when data is saved ' +
      'using the `.json()` or `.csv()` functions.',
    rt_key_duration:
      'The duration in milliseconds that the response key was held down, measured from ' +
      'key press to key release. Only recorded when `wait_for_key_release` is true; ' +
      'null otherwise or when no response was made.',
  },
  'video-slider-response': {
    response: 'The numeric value of the slider.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    stimulus:
      'The `stimulus` array. This will be encoded as a JSON string when data is saved ' +
      'using the `.json()` or `.csv()` functions.',
    slider_start: 'The starting value of the slider.',
    start: 'The start time of the video clip.',
  },
  'virtual-chinrest': {
    rt: 'The response time in milliseconds.',
    item_height_mm: 'The height in millimeters of the item to be measured.',
    item_width_mm: 'The width in millimeters of the item to be measured.',
    item_height_deg: 'Final height of the resizable div container, in degrees.',
    item_width_deg: 'Final width of the resizable div container, in degrees.',
    item_width_px: 'Final width of the resizable div container, in pixels.',
    px2deg: 'Pixels to degrees conversion factor.',
    px2mm: 'Pixels to millimeters conversion factor.',
    scale_factor: 'Scaling factor that will be applied to the div containing jsPsych content.',
    win_width_deg: 'The interior width of the window in degrees.',
    win_height_deg: 'The interior height of the window in degrees.',
    view_dist_mm: 'Estimated distance to the screen in millimeters.',
  },
  'visual-search-circle': {
    correct: 'True if the participant gave the correct response.',
    response: 'Indicates which key the participant pressed.',
    rt:
      'The response time in milliseconds for the participant to make a response. The ' +
      'time is measured from when the stimulus first appears on the screen until the ' +
      "participant's response.",
    set_size: 'The number of items in the search array.',
    target_present: 'True if the target is present in the search array.',
    locations:
      'Array where each element is the pixel value of the center of an image in the ' +
      'search array. If the target is present, then the first element will represent ' +
      'the location of the target. This will be encoded as a JSON string when data is ' +
      'saved using the `.json()` or `.csv()` functions.',
  },
  'webgazer-calibrate': {},
  'webgazer-init-camera': {
    load_time:
      'The time it took for webgazer to initialize. This can be a long time in some ' +
      'situations, so this value is recorded for troubleshooting when participants are ' +
      'reporting difficulty.',
  },
  'webgazer-validate': {
    raw_gaze:
      'Raw gaze data for the trial. The array will contain a nested array for each ' +
      'validation point. Within each nested array will be a list of `{x,y,dx,dy}` ' +
      'values specifying the absolute x and y pixels, as well as the distance from the ' +
      'target for that gaze point.',
    percent_in_roi: 'The percentage of samples within the `roi_radius` for each validation point.',
    average_offset:
      'The average `x` and `y` distance from each validation point, plus the median ' +
      'distance `r` of the points from this average offset.',
    samples_per_sec:
      'The average number of samples per second. Calculated by finding samples per ' +
      'second for each point and then averaging these estimates together.',
    validation_points: 'The list of validation points, in the order that they appeared.',
  },
};
