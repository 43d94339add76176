const { default: TestSequencer } = require('@jest/test-sequencer');
const { tagsOf } = require('./tags.cjs');

/** Whether a slow test file mostly waits, because it tests outages or kills programs. */
const waits = (/** @type {string} */ path) => /[\\/]outages[\\/]|[\\/]killed[^\\/]*$/.test(path);
/** Whether a test file compares durations. Such files run last, when few other tests run. */
const compares = (/** @type {string} */ path) =>
  /[\\/]authentication[\\/]timing\.spec\.ts$/.test(path);

/**
 * Sorts the test files as jest does: failed files first, then the longest (in a fresh clone, the
 * largest). There are three exceptions. Files with thousands of cases (`@lane slow`) come first, so
 * that none of them runs alone at the end. Slow files that mostly wait are spread among the others,
 * so that few of them run at the same time. Files that compare durations come last.
 */
class LanesInOrder extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    /** @type {import('@jest/test-result').Test[]} */
    const waiting = [];
    /** @type {import('@jest/test-result').Test[]} */
    const first = [];
    /** @type {import('@jest/test-result').Test[]} */
    const last = [];
    /** @type {import('@jest/test-result').Test[]} */
    const others = [];
    for (const test of sorted)
      if (tagsOf(test.path).lane !== 'slow') others.push(test);
      else if (compares(test.path)) last.push(test);
      else if (waits(test.path)) waiting.push(test);
      else first.push(test);
    const apart = Math.max(1, Math.ceil(others.length / (waiting.length + 1)));
    const spread = others.flatMap((test, i) => {
      const next = i % apart === 0 ? waiting.shift() : undefined;
      return next ? [next, test] : [test];
    });
    return [...first, ...spread, ...waiting, ...last];
  }
}

module.exports = LanesInOrder;
