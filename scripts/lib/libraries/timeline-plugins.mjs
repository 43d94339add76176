import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import ts from 'typescript';
import { ROOT } from '../paths.mjs';
import { readJson } from '../processes/state.mjs';
import {
  jsDocOf,
  pluginInfoOf,
  propertyNameOf,
  objectLiteralOf,
  readPluginData,
  initializerOf,
} from './plugin-data.mjs';

/** @typedef {import('../../../contracts/timeline/timeline-plugins.ts').TimelinePlugin} TimelinePlugin */
/** @typedef {import('../../../contracts/timeline/timeline-plugins.ts').PluginParameter} PluginParameter */
/**
 * A parameter as jsPsych describes it. `type` is the number of a ParameterType.
 * @typedef {{ type: number, array?: boolean, default?: unknown, options?: unknown[], nested?: Record<string,
 * RawParameter> }} RawParameter
 */

const packages = join(ROOT, 'node_modules/@jspsych');

/**
 * Matches plugins that the builder does not offer: those that use a microphone or camera, since
 * studies of the builder declare no such device; preloading, which the player does by itself; and
 * SurveyJS (1.4 MB), which `questionnaire` replaces.
 */
const left = /-(webgazer|camera|microphone|html-audio|html-video|preload)|plugin-survey$/;

/**
 * The groups of plugins. A plugin belongs to the first group whose pattern matches its name.
 * @type {[RegExp, TimelinePlugin['group']][]}
 */
const groups = [
  [/^(fullscreen|call-function|browser-check|external-html|resize|virtual-chinrest)$/, 'control'],
  [/^(survey|cloze|maxdiff)/, 'questions'],
  [/^audio-/, 'audio'],
  [/^video-/, 'video'],
  [/^(canvas-|sketchpad)/, 'canvas'],
  [/^(html-|instructions)/, 'text'],
  [/^(image-|animation)/, 'image'],
  [/./, 'task'],
];

/** Maps jsPsych's types of parameters (ParameterType) to the names that our contract uses. */
const contractTypes = {
  BOOL: 'bool',
  STRING: 'string',
  INT: 'int',
  FLOAT: 'float',
  FUNCTION: 'function',
  KEY: 'key',
  KEYS: 'keys',
  SELECT: 'select',
  HTML_STRING: 'html',
  IMAGE: 'image',
  AUDIO: 'audio',
  VIDEO: 'video',
  OBJECT: 'object',
  COMPLEX: 'complex',
  TIMELINE: 'timeline',
};

/** Makes a VM context that stands for a browser, to run the browser files of jsPsych in it. */
function browser() {
  /** @type {Record<string, unknown>} */
  const window = { document: {}, navigator: {}, console };
  window.window = window;
  const world = createContext(window);
  /** @param {string} path */
  const run = (path) => void runInContext(readFileSync(path, 'utf8'), world, { filename: path });
  run(join(ROOT, 'node_modules/jspsych/dist/index.browser.min.js'));
  return { window, run };
}

/**
 * Copies a value out of the VM context, so that it has the prototypes of this program.
 * @param {unknown} value
 */
function plainJson(value) {
  /** @type {unknown} */
  const copy = JSON.parse(JSON.stringify(value));
  return /** @type {PluginParameter['default']} */ (copy);
}
/** @param {string} comment */
const oneLine = (comment) => comment.replaceAll('```', '`');

/**
 * Converts jsPsych's descriptions of parameters to the form that contracts/timeline defines.
 * @param {Record<string, RawParameter>} raw
 * @param {ts.ObjectLiteralExpression | undefined} source the object literal that contains the
 *   comments
 * @param {Record<number, string>} typeNames
 * @returns {Record<string, PluginParameter>}
 */
function parametersOf(raw, source, typeNames) {
  return Object.fromEntries(
    Object.entries(raw).map(([name, parameter]) => {
      const property = source?.properties.find(
        (one) => one.name && propertyNameOf(one.name) === name,
      );
      const inside =
        property && ts.isPropertyAssignment(property)
          ? objectLiteralOf(property.initializer)
          : undefined;
      const nested = inside && initializerOf(inside, 'nested');
      const { default: value } = parameter;
      const type = /** @type {Record<string, PluginParameter['type']>} */ (contractTypes)[
        typeNames[parameter.type] ?? ''
      ];
      return [
        name,
        {
          type: type ?? 'object',
          array: parameter.array === true,
          required: value === undefined,
          ...(typeof value === 'function'
            ? { default_js: String(value).replace(/\s+/g, ' ') }
            : value !== undefined && {
                default: plainJson(value),
              }),
          ...(parameter.options && { options: parameter.options.map(String) }),
          description: property ? oneLine(jsDocOf(property)) : '',
          ...(parameter.nested && {
            nested: parametersOf(parameter.nested, nested && objectLiteralOf(nested), typeNames),
          }),
        },
      ];
    }),
  );
}

/** Lists the packages of the plugins that the study builder offers. */
const pluginPackages = () =>
  readdirSync(packages)
    .filter((name) => name.startsWith('plugin-') && !left.test(name))
    .sort();

/** Returns the path of a plugin's build for browsers. @param {string} name of the package */
const browserFileOf = (name) => join(packages, name, 'dist/index.browser.min.js');

/**
 * Returns the descriptions of the installed official plugins of jsPsych 8.
 * @returns {Record<string, TimelinePlugin>}
 */
export function officialPlugins() {
  const { window, run } = browser();
  const { ParameterType } = /** @type {{ ParameterType: Record<string, number> }} */ (
    window.jsPsychModule
  );
  const typeNames = Object.fromEntries(Object.entries(ParameterType).map(([k, v]) => [v, k]));
  return Object.fromEntries(
    pluginPackages().map((folder) => {
      const path = browserFileOf(folder);
      const global = /^var (\w+)\s*=/.exec(readFileSync(path, 'utf8'))?.[1];
      if (!global) throw new Error(`${path} assigns no variable`);
      run(path);
      const plugin = /** @type {{ info: { name: string, version: string, parameters: Record<string,
        RawParameter> }, prototype: { simulate?: unknown } }} */ (window[global]);
      const source = join(packages, folder, 'src/index.ts');
      const text = existsSync(source) ? readFileSync(source, 'utf8') : '';
      const info = pluginInfoOf(text);
      const described = info && initializerOf(info, 'parameters');
      const { name, version, parameters } = plugin.info;
      const about = /** @type {{ description?: string }} */ (
        readJson(join(packages, folder, 'package.json'))
      );
      return [
        name,
        {
          name,
          group: groups.find(([pattern]) => pattern.test(name))?.[1] ?? 'task',
          global,
          version,
          description: (about.description ?? '').replace(/^(a )?(jspsych )?plugin (for|to) /i, ''),
          simulates: typeof plugin.prototype.simulate === 'function',
          parameters: parametersOf(parameters, described && objectLiteralOf(described), typeNames),
          data: readPluginData(text)?.data ?? {},
        },
      ];
    }),
  );
}
