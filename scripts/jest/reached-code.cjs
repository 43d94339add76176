const { createHash } = require('node:crypto');
const { appendFileSync } = require('node:fs');
const inspector = require('node:inspector');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
/** The file that gets one line of JSON for each test file of a run with REACHED=1. */
const reachedFile = path.join(root, '.cache/reached.jsonl');

/**
 * What a test file cost and ran: its processor time in seconds, and the blocks of the programs'
 * code that ran, as short hashes separated by commas.
 * @typedef {{ file: string, seconds: number, blocks: string }} Reached
 */

/** @type {inspector.Session | undefined} */
let session;

/** Starts to record which blocks of code run in this process, or forgets what it recorded. */
function startRecording() {
  if (session) {
    session.post('Profiler.takePreciseCoverage');
    return;
  }
  session = new inspector.Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/**
 * Records which blocks of the compiled programs ran since `startRecording`. It sees no programs that
 * the test file started as processes.
 * @param {string} file of the test @param {number} seconds
 */
function addReached(file, seconds) {
  session?.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    /** @type {Set<string>} */
    const blocks = new Set();
    for (const { url, functions } of result) {
      const from = url.lastIndexOf('/dist/');
      if (from < 0) continue;
      for (const { ranges } of functions)
        for (const { count, startOffset, endOffset } of ranges)
          if (count > 0 && startOffset > 0) {
            const block = `${url.slice(from)} ${startOffset} ${endOffset}`;
            blocks.add(createHash('sha1').update(block).digest('base64').slice(0, 8));
          }
    }
    /** @type {Reached} */
    const line = { file: path.relative(root, file), seconds, blocks: [...blocks].join() };
    appendFileSync(reachedFile, `${JSON.stringify(line)}\n`);
  });
}

module.exports = { addReached, reachedFile, startRecording };
