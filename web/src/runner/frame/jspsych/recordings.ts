import type { TrialValues } from './page-of-jspsych';

/*
 * Stores recordings as files. jsPsych's plugins for microphone and camera put recordings into the
 * trial's data, as base64. That is too large for a record, so the recording becomes a file of the
 * run, and the record contains the file's name. jsPsych's own data keeps the recording, for the
 * study's code.
 */

/** Shorter texts are answers and codes, not recordings. */
const least = 200;
/**
 * How many characters of the base64 text are decoded to recognise the file format; must be a
 * multiple of four.
 */
const beginning = 32;

interface Format {
  readonly type: string;
  readonly ending: string;
}
const ofType = /^data:(audio|video|image)\/([\w.+-]+)(?:;[^,]*)?;base64,/;
/** An image with at least this many characters becomes a file; a smaller one stays in the data. */
const largeImage = 150_000;
const endings: Record<string, string> = { mpeg: 'mp3', quicktime: 'mov', 'x-matroska': 'mkv' };

/**
 * The first bytes of a WebM file. They are numbers and not a text, since the page of a study decides
 * in which encoding the browser reads this script.
 */
const ebml = [0x1a, 0x45, 0xdf, 0xa3];

/**
 * Returns the file format with these first bytes. A WebM, Ogg or MP4 file begins in the same way
 * whether it contains sound or video, so `medium` decides its type.
 */
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

/**
 * Decodes the recording in a value of a trial.
 * @returns undefined if the value is not a recording
 */
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
    // The value is not base64, so it is an ordinary text.
    return undefined;
  }
}

const random = () => crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '';
/** Replaces characters that are not safe in the name of a file. */
const plain = (text: string) => text.replace(/[^\w-]+/g, '-').slice(0, 40);

/** Stores the recordings of a page's trials as files of the run. */
export class FrameRecordings {
  /**
   * For each recording: the name of its file; null if the runner refused the file, which an event
   * reports.
   */
  private readonly names = new Map<string, string | null>();
  private onTheWay: Promise<void> | undefined;
  /** Callbacks that wait for recordings; the callback that was added first comes first. */
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly keep: (name: string, blob: Blob) => Promise<unknown>,
    private readonly refused: (name: string, reason: unknown) => void,
  ) {
    // A page that is being left gets no more answers from the runner, so the callbacks are called
    // now. The runner already has the recordings.
    addEventListener('pagehide', () => this.waiting.forEach((then) => then()));
  }

  /** @param place the position of the trial, from 0 */
  take(data: TrialValues, place: number): void {
    const { trial_type: plugin } = data;
    for (const [field, value] of Object.entries(data)) {
      if (typeof value !== 'string' || value.length < least || this.names.has(value)) continue;
      const medium = /video|camera/i.test(`${String(plugin)} ${field}`) ? 'video' : 'audio';
      const found = recordingIn(value, medium);
      if (!found) continue;
      // The file's name contains a random part, since other runs, and other pages of this run, may
      // have a trial at the same position.
      const name = `${plain(field)}-${place + 1}-${random()}.${found.ending}`;
      this.names.set(value, name);
      const kept = this.keep(name, found.blob).catch((reason: unknown) => {
        this.names.set(value, null);
        this.refused(name, reason);
      });
      this.onTheWay = Promise.all([this.onTheWay, kept]).then(() => undefined);
    }
  }

  /** Returns the data as JSON, with the names of files in place of recordings. */
  text(data: TrialValues): string {
    const { names } = this;
    if (names.size === 0) return JSON.stringify(data) ?? 'null';
    const named = (_: string, value: unknown) => {
      const name = typeof value === 'string' ? names.get(value) : undefined;
      return name === undefined ? value : name;
    };
    return JSON.stringify(data, named) ?? 'null';
  }

  /**
   * Calls `then` once the browser has stored all recordings so far, because a record that names a
   * file must be written after the file. Several callbacks are called in the order in which they
   * were passed. If no recording is being stored, `then` is called at once. When the page is left,
   * all waiting callbacks are called, since a study may open its next page as soon as a trial is
   * over.
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
