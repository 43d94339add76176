import type { Values } from './page-of-jspsych';

/*
 * Plugins of jsPsych for microphone and camera put what they recorded into the trial's data, as base64.
 * A record is far too small for it, and a file of the run is what it is: the trial's record has the
 * file's name in its place. jsPsych itself keeps the data as they are, for the study's own code.
 */

/** Shorter texts are answers and codes. */
const least = 200;
/** How many characters of the base64 text are decoded to find the format; a multiple of four. */
const beginning = 32;

interface Format {
  readonly type: string;
  readonly ending: string;
}
const ofType = /^data:(audio|video|image)\/([\w.+-]+)(?:;[^,]*)?;base64,/;
/** A drawing stays in its trial as long as a record has room for it. */
const largeImage = 150_000;
const endings: Record<string, string> = { mpeg: 'mp3', quicktime: 'mov', 'x-matroska': 'mkv' };

/** As numbers: the page of a study says in which characters this script is read. */
const ebml = [0x1a, 0x45, 0xdf, 0xa3];

/** What the first bytes are those of. Sound and pictures begin alike: the trial tells which. */
function formatOf(bytes: string, medium: 'audio' | 'video'): Format | undefined {
  if (ebml.every((byte, i) => bytes.charCodeAt(i) === byte))
    return { type: `${medium}/webm`, ending: 'webm' };
  if (bytes.startsWith('OggS')) return { type: `${medium}/ogg`, ending: 'ogg' };
  if (bytes.startsWith('RIFF') && bytes.slice(8, 12) === 'WAVE')
    return { type: 'audio/wav', ending: 'wav' };
  if (bytes.slice(4, 8) === 'ftyp')
    return { type: `${medium}/mp4`, ending: medium === 'audio' ? 'm4a' : 'mp4' };
  return undefined;
}

/** @returns undefined where the value is no recording */
export function recordingIn(
  value: unknown,
  medium: 'audio' | 'video',
): { blob: Blob; ending: string } | undefined {
  if (typeof value !== 'string' || value.length < least) return undefined;
  const [before = '', kind, subtype = ''] = ofType.exec(value.slice(0, least)) ?? [];
  if (kind === 'image' && value.length < largeImage) return undefined;
  try {
    const head = atob(value.slice(before.length, before.length + beginning));
    const found = formatOf(head, medium);
    const format = before
      ? { type: before.slice(5, before.indexOf(';')), ending: endings[subtype] ?? subtype }
      : found;
    if (!format) return undefined;
    const bytes = Uint8Array.from(atob(value.slice(before.length)), (one) => one.charCodeAt(0));
    return { blob: new Blob([bytes], { type: format.type }), ending: format.ending };
  } catch {
    // No base64: a text.
    return undefined;
  }
}

const random = () => crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '';
/** As a part of a file's name. */
const plain = (text: string) => text.replace(/[^\w-]+/g, '-').slice(0, 40);

/** The recordings of a study's trials, on their way to the files of its run. */
export class FrameRecordings {
  /** The name of each; null where it was refused, which an event tells. */
  private readonly names = new Map<string, string | null>();
  private onTheWay: Promise<void> | undefined;
  /** What waits for recordings, in the order of the calls. */
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly keep: (name: string, blob: Blob) => Promise<unknown>,
    private readonly refused: (name: string, reason: unknown) => void,
  ) {
    // A page that goes away hears no answer any more: the recording was handed over before.
    addEventListener('pagehide', () => this.waiting.forEach((then) => then()));
  }

  /** @param place of the trial, from 0 */
  take(data: Values, place: number): void {
    const { trial_type: plugin } = data;
    for (const [field, value] of Object.entries(data)) {
      if (typeof value !== 'string' || value.length < least || this.names.has(value)) continue;
      const medium = /video|camera/i.test(`${String(plugin)} ${field}`) ? 'video' : 'audio';
      const found = recordingIn(value, medium);
      if (!found) continue;
      // Runs of one person, and pages of one run, may have a trial at the same place.
      const name = `${plain(field)}-${place + 1}-${random()}.${found.ending}`;
      this.names.set(value, name);
      const kept = this.keep(name, found.blob).catch((reason: unknown) => {
        this.names.set(value, null);
        this.refused(name, reason);
      });
      this.onTheWay = Promise.all([this.onTheWay, kept]).then(() => undefined);
    }
  }

  /** The data as JSON, with names in place of recordings. */
  text(data: Values): string {
    const { names } = this;
    if (names.size === 0) return JSON.stringify(data) ?? 'null';
    const named = (_: string, value: unknown) => {
      const name = typeof value === 'string' ? names.get(value) : undefined;
      return name === undefined ? value : name;
    };
    return JSON.stringify(data, named) ?? 'null';
  }

  /**
   * Does it once all that was taken is kept by the browser, in the order of the calls: a record that
   * names a file is written after the file is safe. At once where nothing is on its way, and where the
   * page goes away: a study may lead to its next page as soon as a trial is over.
   */
  after(then: () => void): void {
    if (!this.onTheWay) return then();
    const once = () => {
      if (this.waiting.delete(once)) then();
    };
    this.waiting.add(once);
    const done = this.onTheWay.then(once);
    this.onTheWay = done;
    void done.then(() => {
      if (this.onTheWay === done) this.onTheWay = undefined;
    });
  }
}
