import { InnerFrames } from '../runner/frame/inner/inner-frames';
import {
  helloMessage,
  welcomeMessage,
  type FrameMessage,
  type FrameSetup,
  type StorageChange,
} from '../runner/messages';

/** The data that the page around the study passes to its frame. */
export const frameSetup: FrameSetup = {
  ...{ commonlab: 1, participant: 'p', seed: 's', condition: null, blinded: false, inPages: false },
  storage: { local: {}, session: {}, cookie: {}, memory: {} },
  ...{ simulation: null, trials: ['1'], timings: ['2'], files: ['a.png'] },
};
/** One of the two ports of a channel between a page and the page in its frame. */
class PaperPort {
  other: PaperPort | undefined;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(data: unknown): void {
    this.other?.onmessage?.({ data });
  }
}
class PaperChannel {
  readonly port1 = new PaperPort();
  readonly port2 = new PaperPort();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}
Object.defineProperty(window, 'MessageChannel', { value: PaperChannel });

/**
 * Makes frames inside a page of a study. The test receives the messages that they send, the values
 * that they store, and the number of studies that ended in them.
 */
export function makeInnerFrames(more: { seed?: string; hasJsPsych?: boolean } = {}) {
  const sent: FrameMessage[] = [];
  const stored: StorageChange[] = [];
  let [id, finished] = [100, 0];
  const frames = new InnerFrames({
    setup: { ...frameSetup, seed: more.seed ?? 's' },
    now: () => JSON.stringify(frameSetup),
    folder: 'https://study.example/s/key/',
    send: (message) => void sent.push(message),
    nextId: () => ++id,
    store: (change) => void stored.push(change),
    finish: () => void (finished += 1),
    hasJsPsych: () => more.hasJsPsych === true,
  });
  /** @param frame the window of the frame that shows the page */
  const inside = (frame: { closed?: boolean } = {}) => {
    const told: unknown[] = [];
    let port: PaperPort | undefined;
    const source = Object.assign(frame, {
      closed: frame.closed ?? false,
      postMessage: (message: unknown, { transfer: [given] = [] }: WindowPostMessageOptions) => {
        expect(message).toBe(welcomeMessage);
        if (!(given instanceof PaperPort)) throw new Error('the welcome has no port');
        port = given;
        port.onmessage = ({ data }) => void told.push(data);
      },
    });
    const greeted = frames.greets({ data: helloMessage, source });
    return { greeted, told, say: (message: FrameMessage) => port?.postMessage(message) };
  };
  return { frames, inside, sent, stored, finished: () => finished };
}
