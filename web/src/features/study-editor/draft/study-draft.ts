import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Study, StudyChange } from '../../../../../contracts/studies/studies';
import { fieldErrorCodeOf } from '../../../lib/form';
import { ApiError } from '../../../lib/http/api';
import { isTransient } from '../../../lib/http/is-transient';
import {
  type DraftField,
  type DraftValue,
  type DraftValues,
  draftFieldsOf,
  isSameDraftValue,
  draftValuesOf,
} from './draft-values.rule';
import { type DraftConflicts, mergeDraft } from './merge-draft.rule';

/** A change of one field. It can be undone as long as no other researcher has changed the field. */
interface Step {
  field: DraftField;
  before: DraftValue;
  after: DraftValue;
}
export type StudyDraftChange = Partial<DraftValues> & { version: number };
/** Error codes (`fieldErrorCodes`). The keys are paths of values, such as `runtime.url`. */
export type DraftErrors = Record<string, string>;

export interface DraftState {
  values: DraftValues;
  /** The study's values on the server, as this window last received or saved them. */
  base: DraftValues;
  version: number;
  saving: boolean;
  /** When the server saved the last change of this window, in milliseconds of `Date.now()`. */
  savedAt: number | null;
  /** The reasons why a field, or the change as a whole, cannot be saved, by path. */
  errors: DraftErrors;
  /**
   * The error of the last request. Errors of single fields are in `errors` instead. The draft
   * repeats a request that failed for a passing reason, such as a lost connection.
   */
  error: unknown;
  conflicts: DraftConflicts;
  done: readonly Step[];
  undone: readonly Step[];
}

/** The pause in typing, in milliseconds, after which a change is saved. */
const pauseMs = 1000;
/** A change is sent again this many milliseconds after a failed connection. */
const againMs = 5000;

interface Server {
  save: (change: StudyDraftChange) => Promise<Study>;
  read: () => Promise<Study>;
}

/**
 * Creates the draft of a study. The draft saves itself after each pause in typing, and sends one
 * request at a time. Each request names the version of the study that this window knows, so that
 * the server can refuse outdated changes (docs/decisions/study-launch.md). Typed text is replaced
 * only if the researcher uses undo or redo, or chooses the other text in a conflict.
 */
export function createStudyDraft(study: Study, server: Server) {
  const start = draftValuesOf(study);
  const store: StoreApi<DraftState> = createStore<DraftState>(() => ({
    values: start,
    base: start,
    version: study.version ?? 0,
    saving: false,
    savedAt: null,
    errors: {},
    error: null,
    conflicts: {},
    done: [],
    undone: [],
  }));
  const { getState: get, setState: set } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  /**
   * Whether the researcher is still typing in the field of the newest undo step. Each further key
   * then extends that step.
   */
  let typing = false;
  let closed = false;

  const changed = () => {
    const { values, base, conflicts } = get();
    return draftFieldsOf(values).filter(
      (field) => !(field in conflicts) && !isSameDraftValue(field, values[field], base[field]),
    );
  };

  function later(ms = pauseMs) {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void flush(), ms);
  }

  /**
   * Checks the changed fields with the contract. `change` contains the valid values, which are
   * sent. `errors` contains the errors of all other values, which stay in the page.
   */
  function checked(fields: readonly DraftField[]): {
    change: Partial<DraftValues>;
    errors: DraftErrors;
  } {
    const { values } = get();
    const errors: DraftErrors = {};
    const change: Record<string, unknown> = {};
    for (const field of fields) {
      const read = StudyChange.shape[field].safeParse(values[field], {
        error: (issue) => fieldErrorCodeOf(issue),
      });
      if (read.success)
        change[field] = field === 'additional_notes' ? read.data || null : values[field];
      else
        for (const { path, message } of read.error.issues)
          errors[[field, ...path].join('.')] = message;
    }
    return { change, errors };
  }

  /** Takes over a newer state from the server. An older state changes nothing. */
  function take(now: Study) {
    const { version, base, values, conflicts } = get();
    if (now.version === null || now.version <= version) return;
    const theirs = draftValuesOf(now);
    set({ ...mergeDraft(base, values, theirs, conflicts), base: theirs, version: now.version });
  }

  async function send(): Promise<void> {
    const { change, errors } = checked(changed());
    set({ errors });
    if (Object.keys(change).length === 0) return set({ error: null });
    set({ saving: true });
    try {
      const now = await server.save({ ...change, version: get().version });
      // The sent values become the base. Otherwise `take` would treat them as another researcher's
      // change.
      set({ base: { ...get().base, ...change }, savedAt: Date.now(), error: null });
      take(now);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'study_changed') take(await server.read());
      else throw error;
    } finally {
      set({ saving: false });
    }
    // Sends the changes that are still unsaved: text that the researcher typed during the request,
    // or, if the server refused the request, the changes without a conflict.
    if (Object.keys(checked(changed()).change).length > 0) await send();
  }

  async function attempt(): Promise<void> {
    try {
      await send();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      set({
        errors: {
          ...get().errors,
          ...Object.fromEntries(fields.map(({ path, code }) => [path, code])),
        },
        error: fields.length > 0 ? null : error,
      });
      if (isTransient(error)) later(againMs);
    }
  }

  /**
   * Saves all valid changes now.
   * @returns whether everything is saved
   */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    typing = false;
    // Only one request runs at a time. If the server refuses it, no request is sent until the
    // researcher changes a field again.
    running ??= attempt().finally(() => {
      running = undefined;
    });
    await running;
    return isClean();
  }
  const isClean = () => changed().length === 0 && Object.keys(get().conflicts).length === 0;

  /** Undoes or redoes the latest step whose field no other researcher has changed since. */
  function move(from: 'done' | 'undone') {
    const steps = [...get()[from]];
    const to = from === 'done' ? 'undone' : 'done';
    for (let step = steps.pop(); step; step = steps.pop()) {
      const [is, becomes] = from === 'done' ? [step.after, step.before] : [step.before, step.after];
      if (!isSameDraftValue(step.field, get().values[step.field], is)) continue;
      typing = false;
      set(({ values, [to]: others }) => ({
        values: { ...values, [step.field]: becomes },
        [from]: steps,
        [to]: [...others, step],
        errors: {},
        error: null,
      }));
      return later(0);
    }
    set({ [from]: steps });
  }

  return {
    store,
    take,
    flush,
    isClean,
    set<F extends DraftField>(field: F, value: DraftValues[F]) {
      const { values, done } = get();
      const last = done.at(-1);
      const step =
        typing && last?.field === field
          ? { ...last, after: value }
          : { field, before: values[field], after: value };
      set({
        values: { ...values, [field]: value },
        done: [...(typing && last?.field === field ? done.slice(0, -1) : done), step],
        undone: [],
        errors: {},
        error: null,
      });
      typing = true;
      later();
    },
    undo: () => move('done'),
    redo: () => move('undone'),
    /** Resolves a conflict with the choice of the person. */
    choose(field: DraftField, which: 'mine' | 'theirs') {
      const { [field]: theirs, ...conflicts } = get().conflicts;
      set(({ values }) => ({
        conflicts,
        ...(which === 'theirs' && { values: { ...values, [field]: theirs } }),
      }));
      later(0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
export type StudyDraft = ReturnType<typeof createStudyDraft>;
