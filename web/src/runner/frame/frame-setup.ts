import { previewConditionPrefix } from '../../lib/preview-condition';
import { simulationModes } from '../../../../contracts/runtime/rehearsal-limits';
import { storageAreas, type FrameSetup } from '../messages';

const nothing: FrameSetup = {
  commonlab: 1,
  participant: '',
  seed: '',
  condition: null,
  blinded: false,
  inPages: false,
  storage: { local: {}, session: {}, cookie: {}, memory: {} },
  simulation: null,
  trials: [],
  timings: [],
  files: [],
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isTable = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);

/**
 * Returns the condition with which a preview was opened. It is in the page's address, since a
 * preview has no runner that could pass it.
 * @param hash the fragment of the page's address, which begins with #
 */
function previewed(hash: string): unknown {
  if (!hash.startsWith(previewConditionPrefix)) return null;
  try {
    return JSON.parse(decodeURIComponent(hash.slice(previewConditionPrefix.length))) as unknown;
  } catch {
    return null;
  }
}

/**
 * Returns the setup of a page of the study. In a run, the runner wrote it into the frame's name,
 * where the first script finds it without waiting. A preview, and a file that was opened directly,
 * have no runner, so their setup is empty. In a preview, only the condition is set.
 */
export function frameSetupFrom(name: string, hash = ''): FrameSetup {
  const setup = setupIn(name);
  return setup.seed === '' && hash !== '' ? { ...setup, condition: previewed(hash) } : setup;
}

function setupIn(name: string): FrameSetup {
  try {
    const read = JSON.parse(name) as Partial<FrameSetup>;
    const {
      commonlab,
      participant,
      seed,
      condition,
      blinded,
      inPages,
      storage,
      trials,
      timings,
      files,
      inner,
    } = read;
    if (
      commonlab !== 1 ||
      !isText(participant) ||
      !isText(seed) ||
      !storage ||
      !storageAreas.every((area) => isTable(storage[area])) ||
      !Array.isArray(trials) ||
      !trials.every(isText)
    )
      return nothing;
    return {
      commonlab,
      participant,
      seed,
      condition: condition ?? null,
      blinded: blinded === true,
      inPages: inPages === true,
      storage,
      simulation: simulationModes.find((mode) => mode === read.simulation) ?? null,
      trials,
      timings: timings?.filter(isText) ?? [],
      files: files?.filter(isText) ?? [],
      ...(isText(inner?.name) && { inner: { name: inner.name } }),
    };
  } catch {
    return nothing;
  }
}
