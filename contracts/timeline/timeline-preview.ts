import type { Timeline } from './timeline';

/*
 * The messages between the builder's page and the preview in its frame, sent by `postMessage`. The frame has
 * no origin of its own: send to '*', and accept only messages of the frame's own window.
 */

/** Sent by the page to the frame: run this from the beginning; an earlier run ends. */
export interface PreviewRequest {
  commonlab: 'preview';
  type: 'run';
  /** A number that each answer repeats, so that the page recognizes answers to an earlier request. */
  run: number;
  timeline: Timeline;
  /** Run only this node, with the variables of the tables above it (their first row); null: run all. */
  only: string | null;
  /** Run from this node to the end; a block around it runs once, with its first row. Null: run all. */
  from: string | null;
  /** The drawn condition, with its name and values. */
  condition: Record<string, unknown> | null;
}

/** Sent by the frame to the page. */
export type PreviewMessage = { commonlab: 'preview' } &
  /**
   * A document of the frame is ready. `run`: the request that it runs first, received before the document was ready;
   * null: a request that was sent while the document loaded is lost and must be sent again.
   */
  (
    | { type: 'ready'; run: number | null }
    /** A trial begins, by the id of its node. */
    | { type: 'trial'; run: number; node: string }
    /** The data of a trial that ended. */
    | { type: 'data'; run: number; node: string; data: Record<string, unknown> }
    | { type: 'finished'; run: number }
    /** Escape was pressed, so the page around the preview takes the focus, since a trial may intercept the tab key. */
    | { type: 'leave'; run: number }
    /** A `$js` or a plugin threw, or a file could not be loaded; `node` null: before the first trial. */
    | { type: 'error'; run: number; node: string | null; message: string }
  );
