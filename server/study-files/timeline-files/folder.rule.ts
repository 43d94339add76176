import type { Timeline } from '../../../contracts/timeline/timeline';
import { walkNodes } from '../../../contracts/timeline/timeline-nodes';
import type { TimelinePlugins } from '../../../contracts/timeline/timeline-plugins';
import type { PlayerTexts } from '../../../contracts/timeline/timeline-player';

/** The paths of the page and the timeline in a study that was made with the builder. */
export const playerPagePath = 'index.html';
export const timelinePath = 'timeline.json';
/**
 * The files of the builder's player, without plugins. Every study that was made with the builder
 * contains them.
 */
export const playerFiles = ['jspsych.js', 'jspsych.css', 'player.js', 'LICENSES.txt'] as const;
export const pluginPath = (name: string): string => `plugins/plugin-${name}.js`;

/** Lists the plugins that a timeline uses, in alphabetical order. */
export function usedPlugins({ nodes, settings }: Timeline): string[] {
  const names = new Set(settings.fullscreen ? ['fullscreen'] : []);
  for (const node of walkNodes(nodes)) if (node.type === 'trial') names.add(node.plugin);
  return [...names].sort();
}

/**
 * Writes a timeline as JSON. The same timeline always gives the same text, since its keys are in
 * the order of the contract.
 */
export const timelineJsonText = (timeline: Timeline): string =>
  `${JSON.stringify(timeline, null, 2)}\n`;

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
/**
 * Writes JSON that is safe within a `<script>` element: it can neither end the element nor begin a
 * comment.
 */
const inPage = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

export interface PlayerPageContent {
  /**
   * The study's timeline. Null for the page of a preview, which receives the timeline as a message.
   */
  timeline: Timeline | null;
  /** The plugins of the study, whose files are in the same folder as the page. */
  plugins: readonly string[];
  texts: PlayerTexts;
}

/**
 * Writes the HTML of the page. It contains the timeline, so that the study also works when its
 * folder is opened from a disk, where a page cannot read other files.
 */
export function playerPageText(
  { timeline, plugins, texts }: PlayerPageContent,
  known: TimelinePlugins,
): string {
  const globals = Object.fromEntries(plugins.map((name) => [name, known[name]?.global ?? '']));
  // In a preview, the page loads its plugins by itself, so they get no script tags.
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
