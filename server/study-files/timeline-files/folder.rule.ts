import type { Timeline } from '../../../contracts/timeline/timeline';
import { nodesOf } from '../../../contracts/timeline/timeline-nodes';
import type { TimelinePlugins } from '../../../contracts/timeline/timeline-plugins';
import type { PlayerTexts } from '../../../contracts/timeline/timeline-player';

/** The page of a study that the builder made, and the timeline itself. */
export const entryPath = 'index.html';
export const timelinePath = 'timeline.json';
/** The copies that each such study has beside its plugins. */
export const playerFiles = ['jspsych.js', 'jspsych.css', 'player.js', 'LICENSES.txt'] as const;
export const pluginPath = (name: string): string => `plugins/plugin-${name}.js`;

/** The plugins that a timeline uses, in the order of the alphabet. */
export function usedPlugins({ nodes, settings }: Timeline): string[] {
  const names = new Set(settings.fullscreen ? ['fullscreen'] : []);
  for (const node of nodesOf(nodes)) if (node.type === 'trial') names.add(node.plugin);
  return [...names].sort();
}

/** The JSON of a timeline in canonical form: its keys are in the order of the contract. */
export const timelineText = (timeline: Timeline): string =>
  `${JSON.stringify(timeline, null, 2)}\n`;

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
/** JSON for use within a page: it can neither end the script element nor begin a comment. */
const inPage = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

export interface PageOf {
  /** Null for the page of a preview, which gets its timeline by message. */
  timeline: Timeline | null;
  /** The plugins whose files lie beside the page. */
  plugins: readonly string[];
  texts: PlayerTexts;
}

/**
 * The page. It contains the timeline, too, since a folder that is opened without a server cannot
 * read a file beside it.
 */
export function pageText({ timeline, plugins, texts }: PageOf, known: TimelinePlugins): string {
  const globals = Object.fromEntries(plugins.map((name) => [name, known[name]?.global ?? '']));
  // A preview loads the scripts that it needs by itself.
  const scripts = timeline
    ? plugins.map((name) => `<script src="${pluginPath(name)}"></script>`)
    : [];
  return `${[
    '<!doctype html>',
    `<html lang="${timeline?.language ?? 'en'}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${html(timeline?.title ?? '')}</title>`,
    '<link rel="stylesheet" href="jspsych.css">',
    '<script src="jspsych.js"></script>',
    ...scripts,
    '</head>',
    '<body>',
    `<script type="application/json" id="commonlab-data">${inPage({ timeline, texts, plugins: globals })}</script>`,
    '<script src="player.js"></script>',
    '</body>',
    '</html>',
  ].join('\n')}\n`;
}
