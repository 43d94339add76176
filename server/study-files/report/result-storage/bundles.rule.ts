import type { StudyFileFacts } from '../facts.rule';
import type { Library } from '../../libraries/recognized-libraries.rule';

/*
 * Libraries that bundlers copy into a study's script, each with the names of some of its
 * properties, which minifiers do not change. The study's frame recognises the libraries by the same
 * names (web/src/runner/frame).
 */
const bundled: readonly { library: Library; names: readonly string[] }[] = [
  {
    library: { name: 'jspsych', version: '8' },
    names: ['timelineDependencies', 'extensionManagerDependencies', 'getInitSettings'],
  },
  {
    library: { name: 'jspsych', version: '7' },
    names: ['current_trial_finished', 'global_trial_index', 'getInitSettings'],
  },
  {
    library: { name: 'jspsych', version: '6' },
    names: ['current_trial_finished', 'initSettings', 'endExperiment', 'window.jsPsych'],
  },
  {
    library: { name: 'lab.js', version: null },
    names: ['queueIncrementalTransmission', 'exportCsv', 'parsedOptions'],
  },
  {
    library: { name: 'PsychoJS', version: null },
    names: ['_trialsData', 'https://pavlovia.org/run/', 'isCompleted'],
  },
];

/**
 * `ends` matches calls in a study's script that end the study, and `stores` matches calls that
 * store data. Bundlers do not rename the functions of the objects `commonlab` and `jatos`.
 */
const ends = /\bcommonlab\??\.finish\b|\bjatos\??\.(end|start)[A-Z]\w+/;
const stores = /\bcommonlab\??\.(record|text|file)\b|\bjatos\??\.(submit|append|upload)[A-Z]\w+/;
/**
 * Matches functions that a script takes from the object `commonlab`, as in `const { record, finish }
 * = commonlab`.
 */
const taken = /\{([^{}]{0,200})\}\s*=\s*(?:window\.)?commonlab\b/g;

/**
 * Finds a library that a bundler copied into a script. Searches only for libraries that the study's
 * frame can recognise, so that the frame gets their data and notices the end of the study.
 */
export const bundledLibraryIn = (text: string): Library | null =>
  bundled.find(({ names }) => names.every((name) => text.includes(name)))?.library ?? null;

/**
 * Records from the text of a script whether the script stores results and ends the study. The
 * script is not parsed, since a minifier may have renamed the functions that the script defines.
 */
export function recordBundledLibraries(facts: StudyFileFacts, text: string): void {
  const library = bundledLibraryIn(text);
  if (library) facts.libraries.push(library);
  const words = [...text.matchAll(taken)].map(([, names = '']) => names).join();
  if (library || ends.test(text) || /\bfinish\b/.test(words)) facts.ends = true;
  if (library || stores.test(text) || /\b(record|text|file)\b/.test(words)) facts.stores = true;
}
