import type { Timeline } from './timeline';

/*
 * The messages between the builder's page and the preview in a frame of that page, sent by
 * `postMessage`. The frame has no origin of its own: the page must send to '*', and accept only
 * messages of the frame's window.
 */

/** Sent by the page to the frame, to run the timeline from the beginning; an earlier run ends. */
export interface PreviewRequest {
  commonlab: 'preview';
  type: 'run';
  /** A number that each answer repeats, so that the page recognizes answers to an earlier request. */
  run: number;
  timeline: Timeline;
  /** Run only this node, with the first row of each table around it. Null: run all. */
  only: string | null;
  /**
   * Run from this node to the end. A block that contains the node runs only once, with the first
   * row of the block's table. Null: run all.
   */
  from: string | null;
  /** The drawn condition, with its name and values. */
  condition: Record<string, unknown> | null;
}

/** The messages that the frame sends to the page. */
export type PreviewMessage = { commonlab: 'preview' } &
  /**
   * The frame has loaded its document. If a request arrives while a timeline runs, the frame loads
   * the document again, and `run` is the number of this request. Otherwise, `run` is null.
   * A request that the page sends while the document loads is lost, so the page must repeat it.
   */
  (
    | { type: 'ready'; run: number | null }
    /** A trial begins, by the id of its node. */
    | { type: 'trial'; run: number; node: string }
    /** The data of a trial that ended. */
    | { type: 'data'; run: number; node: string; data: Record<string, unknown> }
    | { type: 'finished'; run: number }
    /**
     * The researcher pressed Escape in the preview: the page around the preview takes the focus
     * back, since a trial may intercept the tab key.
     */
    | { type: 'leave'; run: number }
    /**
     * A `$js` expression or a plugin threw an error, or a file could not be loaded; `node` is null
     * before the first trial.
     */
    | { type: 'error'; run: number; node: string | null; message: string }
  );
