const { default: TestSequencer } = require('@jest/test-sequencer');
const { tagsOf } = require('./tags.cjs');

/**
 * Jest's own order (failed before, then longest first), with two exceptions. Files that mostly wait
 * (`@lane slow`, test/integration/outages) are spread over the others, so that hardly two of them run
 * at once: the cores have work meanwhile. What compares times or works through thousands of cases
 * (the other slow ones) comes last.
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
    const last = [];
    /** @type {import('@jest/test-result').Test[]} */
    const others = [];
    for (const test of sorted)
      if (tagsOf(test.path).lane !== 'slow') others.push(test);
      else if (/[\\/]outages[\\/]/.test(test.path)) waiting.push(test);
      else last.push(test);
    const apart = Math.max(1, Math.ceil(others.length / (waiting.length + 1)));
    const spread = others.flatMap((test, i) => {
      const next = i % apart === 0 ? waiting.shift() : undefined;
      return next ? [next, test] : [test];
    });
    return [...spread, ...waiting, ...last];
  }
}

module.exports = LanesInOrder;
