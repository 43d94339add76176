import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Study, StudyChange } from '../../../../../../contracts/studies/studies';
import { codeOf } from '../../../../lib/form';
import { ApiError } from '../../../../lib/http/api';
import {
  type DraftField,
  type DraftValue,
  type DraftValues,
  fieldsOf,
  isSame,
  valuesOf,
} from './draft-values.rule';
import { type Conflicts, mergeDraft } from './merge-draft.rule';

/** The change of one field, which can be undone as long as no other researcher changed it. */
interface Step {
  field: DraftField;
  before: DraftValue;
  after: DraftValue;
}
export type Change = Partial<DraftValues> & { version: number };
/** By path: a code of `fieldCodes`. */
export type Errors = Record<string, string>;

export interface DraftState {
  values: DraftValues;
  /** What the server has, as far as this window knows. */
  base: DraftValues;
  version: number;
  saving: boolean;
  /** When the server took the last change of this window; milliseconds of `Date.now()`. */
  savedAt: number | null;
  /** By path: what keeps a field, or the change as a whole, from being saved. */
  errors: Errors;
  /** Why the last change was not taken, where no field is wrong. It is tried again where that helps. */
  error: unknown;
  conflicts: Conflicts;
  done: readonly Step[];
  undone: readonly Step[];
}

/** So long nothing is typed before a change is saved, in milliseconds. */
const pauseMs = 1000;
/** After so long a change is tried again that did not reach the server, in milliseconds. */
const againMs = 5000;

/** Whether the same change may be taken later: the server was not reached, or could not take it. */
export const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429;

interface Server {
  save: (change: Change) => Promise<Study>;
  read: () => Promise<Study>;
}

/**
 * What is typed about a study: saved after each pause, one change after the other, each on the
 * version that this window knows (docs/decisions/study-launch.md). Nothing that was typed is ever replaced, except by
 * undoing and by the person's own choice between two texts.
 */
export function createStudyDraft(study: Study, server: Server) {
  const start = valuesOf(study);
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
  /** The newest step takes further changes of its field. */
  let typing = false;
  let closed = false;

  const changed = () => {
    const { values, base, conflicts } = get();
    return fieldsOf(values).filter(
      (field) => !(field in conflicts) && !isSame(field, values[field], base[field]),
    );
  };

  function later(ms = pauseMs) {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void flush(), ms);
  }

  /** What the contract refuses stays in the page, and is not sent. */
  function checked(fields: readonly DraftField[]): {
    change: Partial<DraftValues>;
    errors: Errors;
  } {
    const { values } = get();
    const errors: Errors = {};
    const change: Record<string, unknown> = {};
    for (const field of fields) {
      const read = StudyChange.shape[field].safeParse(values[field], {
        error: (issue) => codeOf(issue),
      });
      if (read.success)
        change[field] = field === 'additional_notes' ? read.data || null : values[field];
      else
        for (const { path, message } of read.error.issues)
          errors[[field, ...path].join('.')] = message;
    }
    return { change, errors };
  }

  /** A newer state of the study, from the server; an older one changes nothing. */
  function take(now: Study) {
    const { version, base, values, conflicts } = get();
    if (now.version === null || now.version <= version) return;
    const theirs = valuesOf(now);
    set({ ...mergeDraft(base, values, theirs, conflicts), base: theirs, version: now.version });
  }

  async function send(): Promise<void> {
    const { change, errors } = checked(changed());
    set({ errors });
    if (Object.keys(change).length === 0) return set({ error: null });
    set({ saving: true });
    try {
      const now = await server.save({ ...change, version: get().version });
      // What was sent is no change of another researcher's.
      set({ base: { ...get().base, ...change }, savedAt: Date.now(), error: null });
      take(now);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'study_changed') take(await server.read());
      else throw error;
    } finally {
      set({ saving: false });
    }
    // What was typed meanwhile, or what another researcher's change did not touch.
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
      if (isPassing(error)) later(againMs);
    }
  }

  /** Saves what can be saved, now. @returns whether nothing is left that would be lost */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    typing = false;
    // A refusal stands until something is changed; whatever else happens, one is sent at a time.
    running ??= attempt().finally(() => {
      running = undefined;
    });
    await running;
    return isClean();
  }
  const isClean = () => changed().length === 0 && Object.keys(get().conflicts).length === 0;

  /** Sets the fields that a step changes back or again; leaves those that another researcher changed. */
  function move(from: 'done' | 'undone') {
    const steps = [...get()[from]];
    const to = from === 'done' ? 'undone' : 'done';
    for (let step = steps.pop(); step; step = steps.pop()) {
      const [is, becomes] = from === 'done' ? [step.after, step.before] : [step.before, step.after];
      if (!isSame(step.field, get().values[step.field], is)) continue;
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
    /** Of two texts, the person's choice. */
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
