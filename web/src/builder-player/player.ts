import type { PreviewMessage, PreviewRequest } from '../../../contracts/timeline/timeline-preview';
import type { Timeline } from '../../../contracts/timeline/timeline';
import { jsPsychTimelineOf, type TimelineRange, type JsPsychTimelineContext } from './describe';
import type { JsPsychNode, JsPsych, PluginClass } from './js-psych';
import { loadMedia } from './media';
import { offerResultDownload } from './results';
import type { DrawnCondition } from './rules';
import type { PlayerTexts } from './texts';

/*
 * The script of a page that the study builder made (server/study-files/builder). The page contains
 * the timeline, except in a preview, where the page receives the timeline in a message.
 */

interface PageData {
  /** Null in a preview. */
  timeline: Timeline | null;
  texts: PlayerTexts;
  /**
   * The plugins in the folder of the page. Maps each plugin's name to the global variable that its
   * file defines.
   */
  plugins: Record<string, string>;
}
interface Playing {
  timeline: Timeline;
  condition: DrawnCondition;
  part: TimelineRange;
  said?: (message: PreviewMessage) => void;
  run: number;
}

const page = JSON.parse(document.getElementById('commonlab-data')?.textContent ?? '') as PageData;

/**
 * Loads a plugin's script. The folder of a preview contains the scripts of all plugins, so the page
 * loads only those that the timeline uses.
 */
function load(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `plugins/plugin-${name}.js`;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(script.src));
    document.head.append(script);
  });
}
const globalOf = (name: string) =>
  (window as unknown as Record<string, PluginClass | undefined>)[page.plugins[name] ?? ''];

function namesOf(timeline: Timeline): string[] {
  const names = new Set<string>(timeline.settings.fullscreen ? ['fullscreen'] : []);
  JSON.stringify(timeline.nodes, (key, value: unknown) => {
    if (key === 'plugin' && typeof value === 'string' && value in page.plugins) names.add(value);
    return value;
  });
  return [...names];
}

function look({ settings, language, title }: Timeline): void {
  document.documentElement.lang = language;
  document.title = title;
  const { style } = document.body;
  style.backgroundColor = settings.background ?? '#ffffff';
  style.color = settings.text_color ?? '#000000';
  if (settings.text_size) style.fontSize = `${settings.text_size}px`;
}

/**
 * Returns the condition of this run. In a folder that a researcher downloaded, no server draws a
 * condition. There, the page's address may contain the values of the condition:
 * `index.html?group=a`.
 */
function conditionHere(): DrawnCondition {
  const { commonlab } = window;
  if (commonlab?.condition != null) return commonlab.condition as DrawnCondition;
  if (commonlab?.isRun) return null;
  const given = Object.fromEntries(new URLSearchParams(location.search));
  return Object.keys(given).length > 0 ? given : null;
}

const wholeScreen = (plugin: PluginClass, isOn: boolean): JsPsychNode => ({
  type: plugin,
  fullscreen_mode: isOn,
  message: `<p>${page.texts.fullscreen}</p>`,
  button_label: page.texts.go_on,
  ...(!isOn && { delay_after: 0 }),
});

async function play({ timeline, condition, part, said, run }: Playing): Promise<void> {
  look(timeline);
  const names = namesOf(timeline);
  await Promise.all(names.filter((name) => !globalOf(name)).map(load));
  const plugin = (name: string): PluginClass => {
    const found = globalOf(name);
    if (!found) throw new Error(`There is no plugin ${name}.`);
    return found;
  };
  const { settings } = timeline;
  const js: JsPsych | undefined = window.initJsPsych?.({
    ...(settings.progress_bar && {
      show_progress_bar: true,
      message_progress_bar: page.texts.progress,
    }),
    default_iti: settings.gap_ms ?? 0,
    minimum_valid_rt: settings.minimum_valid_rt ?? 0,
    on_finish: (data) => {
      if (said) said({ commonlab: 'preview', type: 'finished', run });
      else if (!window.commonlab?.isRun)
        offerResultDownload(
          data,
          timeline.title,
          js?.getDisplayElement() ?? document.body,
          page.texts,
        );
    },
  });
  if (!js) throw new Error('jsPsych is not there.');
  const world: JsPsychTimelineContext = {
    jsPsych: js,
    condition,
    plugin,
    functionType: window.jsPsychModule?.ParameterType.FUNCTION ?? -1,
    began: (node) => {
      at = node;
      said?.({ commonlab: 'preview', type: 'trial', run, node });
    },
    ended: (node, data) => said?.({ commonlab: 'preview', type: 'data', run, node, data }),
  };
  const place = document.createElement('main');
  document.body.append(place);
  await loadMedia(timeline, js, place, page.texts);
  place.remove();
  const nodes = jsPsychTimelineOf(timeline, world, part);
  const isWhole = settings.fullscreen && !said;
  const around = isWhole ? plugin('fullscreen') : undefined;
  await js.run(around ? [wholeScreen(around, true), ...nodes, wholeScreen(around, false)] : nodes);
}
/** The id of the timeline node whose trial runs, or ran last. */
let at: string | null = null;

/**
 * An error in the study's code ends the study: the page shows a message to the participant, and the
 * runner records the error as an event.
 */
function failed(error: unknown): void {
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.textContent = page.texts.failed;
  document.body.replaceChildren(words);
  throw error;
}

/**
 * jsPsych and its plugins take the keyboard focus when a trial begins. A preview is a frame beside
 * an editor in which a researcher types. The preview may therefore move the focus only while the
 * focus is already inside the frame.
 */
function leaveKeyboard(): void {
  for (const owner of [HTMLElement.prototype, window]) {
    const focus: unknown = Reflect.get(owner, 'focus');
    if (typeof focus !== 'function') continue;
    owner.focus = function (this: unknown, ...given: unknown[]) {
      if (document.hasFocus()) Reflect.apply(focus, this, given);
    };
  }
}

/**
 * Runs the timelines that the parent window sends. Each preview begins in a new document, so that
 * no code of the previous preview keeps running.
 */
function preview(): void {
  leaveKeyboard();
  const tell = (message: PreviewMessage) => {
    try {
      window.parent.postMessage(message, '*');
    } catch {
      // The data contains something that cannot be copied to the parent window, such as a function.
      // The message is therefore sent without the data.
      if (message.type === 'data') tell({ ...message, data: {} });
    }
  };
  let running: number | null = null;
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    tell({ commonlab: 'preview', type: 'error', run: running ?? 0, node: at, message });
  };
  addEventListener('error', ({ error, message }) => fail(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => fail(reason));
  const begin = ({ run, timeline, condition, only, from }: PreviewRequest) => {
    running = run;
    void play({ timeline, condition, part: { only, from }, run, said: tell }).catch(fail);
  };
  addEventListener('message', ({ source, data }: MessageEvent<Partial<PreviewRequest> | null>) => {
    if (source !== window.parent || data?.commonlab !== 'preview' || data.type !== 'run') return;
    if (running === null) return begin(data as PreviewRequest);
    window.name = JSON.stringify(data);
    location.reload();
  });
  // A trial that accepts any key also takes the Tab key, so a person who uses only the keyboard
  // could not leave the preview. Therefore the Escape key moves the focus out of the preview. In
  // full screen, the browser itself handles Escape.
  addEventListener(
    'keydown',
    (event) => {
      // Some trials wait for Escape. Shift+Escape is therefore passed on to the trial.
      if (event.key !== 'Escape' || event.shiftKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      tell({ commonlab: 'preview', type: 'leave', run: running ?? 0 });
    },
    { capture: true },
  );
  const waiting = window.name.startsWith('{"commonlab":"preview"') ? window.name : null;
  window.name = '';
  const request = waiting === null ? null : (JSON.parse(waiting) as PreviewRequest);
  tell({ commonlab: 'preview', type: 'ready', run: request?.run ?? null });
  if (request) begin(request);
}

if (page.timeline)
  void play({ timeline: page.timeline, condition: conditionHere(), part: {}, run: 0 }).catch(
    failed,
  );
else preview();
