// A file's own application, identity provider or browser takes longer to start on a busy machine
// than any single test may take.
const PATIENCE = 60_000;

for (const name of /** @type {const} */ (['beforeAll', 'afterAll'])) {
  const original = globalThis[name];
  globalThis[name] = (run, timeout = PATIENCE) => void original(run, timeout);
}
