export interface Library {
  name: string;
  version: string | null;
}

/**
 * Matches the definition of the object `jatos`, in any version of JATOS' own script and in scripts
 * that replace it.
 */
const jatosObject = /\bjatos\s?=(?!=)/;
export const definesJatos = (text: string): boolean => jatosObject.test(text);

/**
 * The libraries that are recognised: patterns for the name of the file, for its text (null: the
 * name suffices), and for its version.
 */
const known: readonly { name: string; file: RegExp; text: RegExp | null; versions: RegExp[] }[] = [
  {
    name: 'jspsych',
    file: /(^|\/)(jspsych|index\.browser)([-.@][\d.]+)?(\.min)?\.js$/i,
    text: /\bjsPsychModule\b|\bwindow\.jsPsych\s*=|\bjsPsych\.init\s*=|\bcore\.init\s*=/,
    versions: [
      // Matches the address of the library's source map.
      /unpkg\.com\/jspsych@(\d+\.\d+\.\d+)/,
      /\bversion\s*=\s*["'](\d+\.\d+\.\d+)["']/,
      /version["']?\s*[:=]\s*(?:function\s*\(\)\s*\{\s*return\s*)?["'](\d+\.\d+\.\d+)["']/,
    ],
  },
  {
    name: 'lab.js',
    file: /(^|\/)lab(\.(min|dev|fallback|legacy|es5))*\.js$/i,
    text: null,
    versions: [/\bversion\s*[:=]\s*["'](\d+\.\d+\.\d+[\w.-]*)["']/],
  },
  {
    name: 'PsychoJS',
    file: /(^|\/)psychojs(-[\d.]+)?(\.iife)?\.js$/i,
    text: null,
    versions: [],
  },
  {
    name: 'OSWeb',
    file: /(^|\/)osweb([-.][\d.]+)?(\.bundle)?(\.min)?\.js$/i,
    text: null,
    versions: [/\bosweb v(\d+\.\d+\.\d+)/],
  },
  { name: 'JATOS', file: /(^|\/)jatos\.js$/i, text: jatosObject, versions: [] },
];

/** Reads the version in a path: `jspsych-6.3.1/jspsych.js`, `psychojs-2024.2.4.js`. */
const versionInPath = (path: string): string | null =>
  /(?:jspsych|psychojs|lab|osweb)[-@.](\d+\.\d+(?:\.\d+)?)/i.exec(path)?.[1]?.replace(/\.$/, '') ??
  null;

/** Recognises the library of a path or an address by the file name alone; else null. */
export const libraryByFileName = (path: string): Library | null => {
  const found = known.find(({ file, name }) => name !== 'jspsych' && file.test(path));
  if (found) return { name: found.name, version: versionInPath(path) };
  return /(^|\/)jspsych(\.min)?\.js$/i.test(path)
    ? { name: 'jspsych', version: versionInPath(path) }
    : null;
};

/**
 * Whether a path is a file of PsychoJS: PsychoPy exports refer to these files, and Pavlovia
 * provides them.
 */
export const isOfPsychoJs = (path: string): boolean =>
  /(^|\/)psychojs(-[\d.]+)?(\.iife)?\.(js|css)$/i.test(path);

/**
 * Whether this is PsychoJS from before 2021, which cannot be configured to send its data to this
 * server. False if the version is unknown.
 */
export const isOldPsychoJs = (version: string | null): boolean =>
  version !== null && Number(/^\d+/.exec(version)?.[0]) < 2021;

/** Recognises a library by the name and the text of its file; null for all other files. */
export function recognizeLibrary(path: string, text: string): Library | null {
  const found = known.find((one) => one.file.test(path) && (one.text?.test(text) ?? true));
  if (!found) return null;
  const version = found.versions.map((one) => one.exec(text)?.[1]).find(Boolean);
  return { name: found.name, version: version ?? versionInPath(path) };
}

/**
 * File names of libraries. In a file with such a name, all properties that can identify the browser
 * are reported as one finding, because researchers did not write this code.
 */
const libraryNames = [
  ...['jspsych', 'plugin', 'extension', 'psychojs', 'lab', 'osweb', 'jatos', 'jquery', 'bootstrap'],
  ...[
    'lodash',
    'd3',
    'p5',
    'pixi',
    'phaser',
    'three',
    'howler',
    'tone',
    'webgazer',
    'papaparse',
    'survey',
  ],
];
const libraryFile = new RegExp(`(^|/)(${libraryNames.join('|')})([-.@][\\w.-]*)?\\.m?js$`, 'i');
export const hasLibraryName = (path: string): boolean => libraryFile.test(path);

/**
 * Whether a file is a library and not written for this study, so that its text says nothing about
 * the study.
 */
export const isLibraryFile = (path: string, text: string): boolean =>
  /\.min\.m?js$/i.test(path) ||
  /(^|\/)vendors~[\w.-]+\.js$/i.test(path) ||
  /(^|\/)(node_modules|vendor|bower_components|jspsych(-[\d.]+)?)\//i.test(path) ||
  /(^|\/)(jspsych|jquery|bootstrap|lodash|d3|p5|pixi|three|plugin|extension)([-.@][\w.-]*)?\.m?js$/i.test(
    path,
  ) ||
  recognizeLibrary(path, text) !== null;

/**
 * Plugins of jsPsych that record sound or video, with the device that they need. Each pattern
 * matches the part of the file name that is the same in all versions.
 */
const recording: readonly { need: 'microphone' | 'camera'; name: RegExp }[] = [
  { need: 'microphone', name: /(html-?audio-?response|initialize-?microphone)/i },
  {
    need: 'camera',
    name: /(html-?video-?response|initialize-?camera|mirror-?camera|record-?video|webgazer)/i,
  },
];
export const recordingDeviceOf = (name: string): 'microphone' | 'camera' | null =>
  /(jspsych|plugin|extension)/i.test(name)
    ? (recording.find((one) => one.name.test(name))?.need ?? null)
    : null;
