import type { Timeline } from '../../../contracts/timeline/timeline';
import { studyFileAddress, walkNodes } from '../../../contracts/timeline/timeline-nodes';
import { parseMarkedValue, walkValues } from '../../../contracts/timeline/timeline-values';
import type { JsPsych } from './js-psych';
import type { PlayerTexts } from './texts';

const kinds = {
  preloadImages: /\.(a?png|jpe?g|gif|webp|avif|bmp|svg)$/i,
  preloadAudio: /\.(mp3|m4a|aac|wav|oga|ogg|opus|flac|weba)$/i,
  preloadVideo: /\.(mp4|m4v|webm|ogv|mov)$/i,
} as const;

/** Lists the addresses of all files that a timeline names, without duplicates. */
export function filesNamedInTimeline({ nodes }: Timeline): string[] {
  const found = new Set<string>();
  for (const node of walkNodes(nodes)) {
    const { nodes: _, ...own } = { nodes: null, ...node };
    for (const { value } of walkValues(own)) {
      const marked = parseMarkedValue(value);
      if (marked?.marker === '$file') found.add(studyFileAddress(marked.text));
    }
  }
  return [...found];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Whether the server has a file. The file is requested up to three times, since a connection may
 * fail for a moment.
 */
async function isThere(address: string): Promise<boolean> {
  for (const wait of [0, 500, 2_000]) {
    await pause(wait);
    try {
      const answer = await fetch(address);
      if (answer.ok && (await answer.arrayBuffer())) return true;
    } catch {
      // The loop tries again.
    }
  }
  return false;
}

/** How many files are loaded at the same time. */
const lanes = 4;

async function missing(addresses: readonly string[], step: () => void): Promise<string[]> {
  const gone: string[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = addresses[next++]; at !== undefined; at = addresses[next++]) {
      if (await isThere(at)) step();
      else gone.push(at);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return gone;
}

const ready = (jsPsych: JsPsych, addresses: readonly string[]) =>
  Promise.all(
    Object.entries(kinds).map(async ([preload, pattern]) => {
      const files = addresses.filter((one) => pattern.test(one));
      if (files.length === 0) return;
      await new Promise<void>((resolve) => {
        // If jsPsych cannot preload a file, no error is reported: `missing` has already checked
        // that the file exists, so the trial itself can load it.
        const done = () => resolve();
        jsPsych.pluginAPI[preload as keyof typeof kinds](files, done, () => undefined, done);
      });
    }),
  );

/**
 * Loads all files before the first trial and shows a progress bar. If files are missing, the page
 * lists them, and the experiment does not start. In a folder that was opened without a server,
 * `fetch` does not work, so there each trial loads its own files.
 */
export async function loadMedia(
  timeline: Timeline,
  jsPsych: JsPsych,
  place: HTMLElement,
  texts: PlayerTexts,
): Promise<void> {
  const addresses = filesNamedInTimeline(timeline);
  if (addresses.length === 0 || jsPsych.getSafeModeStatus()) return;
  for (;;) {
    const bar = document.createElement('progress');
    bar.max = addresses.length;
    bar.value = 0;
    bar.setAttribute('aria-label', texts.loading);
    const words = document.createElement('p');
    words.textContent = texts.loading;
    place.replaceChildren(words, bar);
    const gone = await missing(addresses, () => void bar.value++);
    if (gone.length === 0) break;
    await askAgain(gone, place, texts);
  }
  await ready(jsPsych, addresses);
  place.replaceChildren();
}

function askAgain(gone: readonly string[], place: HTMLElement, texts: PlayerTexts): Promise<void> {
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.textContent = texts.not_loaded;
  const list = document.createElement('ul');
  list.append(
    ...gone.map((address) => {
      const item = document.createElement('li');
      item.textContent = decodeURIComponent(address);
      return item;
    }),
  );
  const button = document.createElement('button');
  button.className = 'jspsych-btn';
  button.textContent = texts.try_again;
  place.replaceChildren(words, list, button);
  return new Promise((resolve) => (button.onclick = () => resolve()));
}
