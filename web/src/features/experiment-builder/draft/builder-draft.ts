import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  SavedTimeline,
  TimelineDraft,
  TimelineFile,
} from '../../../../../contracts/study-files/study-timelines';
import { emptyTimeline, Timeline } from '../../../../../contracts/timeline/timeline';
import type { TimelineFault } from '../../../../../contracts/timeline/timeline-faults';
import { fieldErrorCodeOf } from '../../../lib/form';
import { ApiError } from '../../../lib/http/api';
import { nodePathOf } from '../nodes/nodes.rule';
import { isTransient } from '../../../lib/http/is-transient';
import {
  newEditHistory,
  recordChange,
  type EditHistory,
  endTypingStep,
  redoChange,
  undoChange,
} from './history.rule';
import { isEqualJson, mergeTimelines, type MergeSide } from './merge.rule';

/**
 * The changes of two researchers to the same value. Nothing is saved until this researcher has
 * chosen.
 */
interface Conflict {
  /** The timeline from which both researchers began. */
  before: Timeline;
  theirs: Timeline;
  /**
   * The names of the nodes that both researchers changed; an empty name stands for the settings of
   * the whole experiment.
   */
  names: string[];
}
export interface BuilderState {
  history: EditHistory<Timeline>;
  /** The id of the selected node; empty if the settings of the whole experiment are selected. */
  selected: string;
  /** The timeline that is stored on the server, as far as this window knows. */
  base: Timeline;
  version: number;
  saving: boolean;
  savedAt: number | null;
  /**
   * Why the last change was not saved. After a temporary failure, such as a lost connection, the
   * draft saves again by itself.
   */
  error: unknown;
  /** The path of a value that cannot be saved, and its error code. */
  invalid: { path: string; code: string } | null;
  conflict: Conflict | null;
  /**
   * How often this window took over changes of other researchers; each time is announced to screen
   * readers.
   */
  came: number;
  faults: readonly TimelineFault[];
  files: readonly TimelineFile[];
  published: string | null;
}

interface Server {
  save: (body: { version: number; timeline: Timeline }) => Promise<SavedTimeline>;
  read: () => Promise<TimelineDraft>;
}

const pauseMs = 800;
const againMs = 5000;

/**
 * Creates the draft of an experiment. Every change can be undone, and is saved after a pause. If
 * two people edit at the same time, a change is lost only if one of them chooses so
 * (docs/decisions/study-launch.md).
 */
export function createBuilderDraft(start: TimelineDraft & { timeline: Timeline }, server: Server) {
  const store: StoreApi<BuilderState> = createStore<BuilderState>(() => ({
    history: newEditHistory(start.timeline),
    selected: start.timeline.nodes[0]?.id ?? '',
    base: start.version > 0 ? start.timeline : emptyTimeline('', start.timeline.language),
    version: start.version,
    saving: false,
    savedAt: null,
    error: null,
    invalid: null,
    conflict: null,
    came: 0,
    faults: start.faults,
    files: start.files,
    published: start.published_version,
  }));
  const { getState: get, setState: set } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const isClean = () => isEqualJson(get().history.now, get().base) && !get().conflict;
  const later = (ms = pauseMs) => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void flush(), ms);
  };

  /**
   * Merges the saved draft of another researcher into the draft of this window, and into every
   * state to which undo can return.
   */
  function take(draft: TimelineDraft) {
    const { base, history, version, files, faults } = get();
    set({ files: draft.files });
    if (!draft.timeline || draft.version <= version) return;
    const theirs = draft.timeline;
    const now = mergeTimelines(base, history.now, theirs, 'mine');
    const onto = (one: Timeline) => mergeTimelines(base, one, theirs, 'mine').timeline;
    set({
      base: theirs,
      version: draft.version,
      published: draft.published_version,
      faults: isEqualJson(now.timeline, theirs) ? draft.faults : faults,
      files: draft.files.length > 0 ? draft.files : files,
      came: get().came + 1,
      conflict: now.both.length > 0 ? { before: base, theirs, names: now.both } : null,
      history: {
        past: history.past.map(onto),
        now: now.timeline,
        future: history.future.map(onto),
        typing: null,
      },
    });
    keepSelected();
  }

  async function send(): Promise<void> {
    const { history, version, conflict } = get();
    const timeline = history.now;
    if (conflict || isEqualJson(timeline, get().base)) return set({ error: null });
    const read = Timeline.safeParse(timeline, { error: (issue) => fieldErrorCodeOf(issue) });
    if (!read.success) {
      const [issue] = read.error.issues;
      return set({
        invalid: { path: issue?.path.join('.') ?? '', code: issue?.message ?? 'invalid' },
      });
    }
    set({ saving: true, invalid: null });
    try {
      const saved = await server.save({ version, timeline });
      set({
        base: timeline,
        version: saved.version,
        faults: saved.faults,
        savedAt: Date.now(),
        error: null,
        published: null,
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'timeline_changed')) throw error;
      take(await server.read());
    } finally {
      set({ saving: false });
    }
    // Sends what the researcher typed during the request. After a merge, also sends the changes
    // that do not conflict with those of the other researcher.
    if (!isClean()) await send();
  }

  /**
   * Saves now.
   * @returns whether everything is saved
   */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    set({ history: endTypingStep(get().history) });
    running ??= send()
      .catch((error: unknown) => {
        set({ error });
        if (isTransient(error)) later(againMs);
      })
      .finally(() => {
        running = undefined;
      });
    await running;
    return isClean();
  }

  function keepSelected() {
    const { selected, history } = get();
    if (selected && !nodePathOf(history.now.nodes, selected)) set({ selected: '' });
  }
  function step(history: EditHistory<Timeline>) {
    set({ history, error: null });
    keepSelected();
    later(0);
  }

  return {
    store,
    take,
    flush,
    isClean,
    /** If `what` names a field, the letters that are typed into the field form one undo step. */
    change(make: (timeline: Timeline) => Timeline, what: string | null = null) {
      const { history } = get();
      const next = recordChange(history, make(history.now), what);
      if (next === history) return;
      set({ history: next, error: null });
      later();
    },
    select: (selected: string) => set({ selected, history: endTypingStep(get().history) }),
    undo: () => step(undoChange(get().history)),
    redo: () => step(redoChange(get().history)),
    setFiles: (files: readonly TimelineFile[]) => set({ files }),
    /** Replaces the draft by the draft of a template. */
    replace(draft: TimelineDraft) {
      if (!draft.timeline) return;
      set({
        history: recordChange(get().history, draft.timeline),
        selected: draft.timeline.nodes[0]?.id ?? '',
        base: draft.timeline,
        version: draft.version,
        faults: draft.faults,
        files: draft.files,
        published: draft.published_version,
        savedAt: Date.now(),
        error: null,
        invalid: null,
      });
    },
    setPublished: (published: string) => set({ published }),
    /** Resolves a conflict with the choice of the person. */
    choose(side: MergeSide) {
      const { conflict, history } = get();
      if (!conflict) return;
      const { timeline } = mergeTimelines(conflict.before, history.now, conflict.theirs, side);
      set({ conflict: null, history: recordChange(history, timeline) });
      keepSelected();
      later(0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
export type BuilderDraft = ReturnType<typeof createBuilderDraft>;
