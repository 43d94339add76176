/** @type {(line: string) => void} */
let write = (line) => void process.stdout.write(`${line}\n`);

/** How often a slow step reports that it is still running, in milliseconds. */
const REMIND_AFTER = 20_000;

/** Sets the function that receives the progress lines. @param {(line: string) => void} sink */
export function setProgressSink(sink) {
  write = sink;
}

/** @param {string} line */
export const reportProgress = (line) => write(line);

/**
 * Runs a step and reports it if it takes longer than a second; a quick step prints nothing.
 * @template T
 * @param {string} name what is being done, as in "building the web app"
 * @param {() => Promise<T> | T} work
 * @param {{ after?: number, waitingFor?: () => string[] }} [options] after: milliseconds until the step is reported;
 * waitingFor: returns what the step waits for now
 * @returns {Promise<T>}
 */
export async function runStep(name, work, { after = 1_000, waitingFor } = {}) {
  const started = performance.now();
  let said = false;
  const announce = () => {
    said = true;
    write(`  … ${name}`);
  };
  const timer = setTimeout(announce, after);
  const sinceStart = () => (performance.now() - started) / 1000;
  const again = setInterval(() => {
    const left = waitingFor?.().join(', ');
    write(`  … still ${name}${left ? `: waiting for ${left}` : ''} (${sinceStart().toFixed(0)} s)`);
  }, REMIND_AFTER);
  /** @param {string} sign */
  const conclude = (sign) => {
    clearTimeout(timer);
    clearInterval(again);
    if (said) write(`  ${sign} ${name} (${sinceStart().toFixed(1)} s)`);
  };
  try {
    const result = await work();
    conclude('✓');
    return result;
  } catch (error) {
    conclude('✗');
    throw error;
  }
}
