// The default time limit of hooks: on a busy machine, a test file's own application, identity
// provider or browser takes longer to start than any single test may take.
const HOOK_MS = 60_000;

/**
 * Multiplies a time limit by TEST_PATIENCE. Tests state time limits for an idle machine, so a
 * complete run sets this factor.
 * @param {number | undefined} timeout milliseconds
 */
const patiently = (timeout) => timeout && timeout * Number(process.env.TEST_PATIENCE ?? 1);

for (const name of /** @type {const} */ (['beforeAll', 'afterAll'])) {
  const hook = globalThis[name];
  globalThis[name] = (run, timeout = HOOK_MS) => void hook(run, patiently(timeout));
}

/** @typedef {(...table: unknown[]) => (title: string, run: () => void, timeout?: number) => void} Each */
/**
 * Makes a test function multiply the time limits that tests state.
 * @param {jest.It} given
 * @returns {jest.It}
 */
function patient(given) {
  const bind = /** @type {Each} */ (given.each);
  /** @type {Each} */
  const each = (...table) => {
    const bound = bind(...table);
    return (title, run, timeout) => bound(title, run, patiently(timeout));
  };
  /** @type {(title: string, run?: jest.ProvidesCallback, timeout?: number) => void} */
  const named = (title, run, timeout) => given(title, run, patiently(timeout));
  return Object.assign(named, given, { each: /** @type {jest.Each} */ (each) });
}

const original = /** @type {{ it: jest.It }} */ (globalThis).it;
Object.assign(globalThis, { it: patient(original), test: patient(original) });
