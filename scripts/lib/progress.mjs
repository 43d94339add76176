/** @type {(line: string) => void} */
let write = (line) => void process.stdout.write(`${line}\n`);

/** Where the progress lines go. @param {(line: string) => void} sink */
export function reportTo(sink) {
  write = sink;
}

/** @param {string} line */
export const say = (line) => write(line);

/**
 * Runs a step and says so, once it has taken longer than a second; a quick one stays silent.
 * @template T
 * @param {string} name what is being done, as in "building the web app"
 * @param {() => Promise<T> | T} work
 * @param {{ after?: number }} [options] after how many milliseconds it is worth a line
 * @returns {Promise<T>}
 */
export async function step(name, work, { after = 1_000 } = {}) {
  const started = performance.now();
  let said = false;
  const announce = () => {
    said = true;
    write(`  … ${name}`);
  };
  const timer = setTimeout(announce, after);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    const seconds = (performance.now() - started) / 1000;
    if (said || seconds * 1000 > after) write(`  ✓ ${name} (${seconds.toFixed(1)} s)`);
  }
}
