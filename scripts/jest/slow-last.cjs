const { default: TestSequencer } = require('@jest/test-sequencer');
const { tagsOf } = require('./tags.cjs');

/** Jest's own order (failed before, then longest first), the slow lane behind all others. */
class SlowLast extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isSlow = (/** @type {import('@jest/test-result').Test} */ test) =>
      tagsOf(test.path).lane === 'slow';
    return [...sorted.filter((test) => !isSlow(test)), ...sorted.filter(isSlow)];
  }
}

module.exports = SlowLast;
