import type { Timeline } from './timeline';

/*
 * What the builder's page and the preview in its frame say to each other, by `postMessage`. The frame
 * has no origin of its own: send to '*', and take messages of the frame's own window alone.
 */

/** From the page to the frame: run this, from the beginning; whatever ran before ends. */
export interface PreviewRequest {
  commonlab: 'preview';
  type: 'run';
  /** Comes back in each answer, so that answers of an earlier one can be told. */
  run: number;
  timeline: Timeline;
  /** Only this node, with the variables of the tables above it (their first row); null: all. */
  only: string | null;
  /** From this node on to the end; of a block around it one round, with its first row. Null: all. */
  from: string | null;
  /** What was drawn: the name of a condition and its values. */
  condition: Record<string, unknown> | null;
}

/** From the frame to the page. */
export type PreviewMessage = { commonlab: 'preview' } &
  /**
   * A document of the frame is there. `run`: what it begins, as it was asked for before the document
   * was there; a request that came while it was loaded is lost, and must be sent again.
   */
  (
    | { type: 'ready'; run: number | null }
    /** A trial begins, by the id of its node. */
    | { type: 'trial'; run: number; node: string }
    /** The data of a trial that ended. */
    | { type: 'data'; run: number; node: string; data: Record<string, unknown> }
    | { type: 'finished'; run: number }
    /** Escape was pressed: the page takes the keyboard back, since a trial may take the tab key. */
    | { type: 'leave'; run: number }
    /** A `$js` or a plugin threw, or a file could not be loaded; `node` null: before the first trial. */
    | { type: 'error'; run: number; node: string | null; message: string }
  );
