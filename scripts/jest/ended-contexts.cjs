require('./parsed-once.cjs');
const { AsyncLocalStorage } = require('node:async_hooks');

/**
 * jest-circus makes an AsyncLocalStorage for each test file. On Node 20 one that was entered once
 * stays enabled: from then on every promise and callback of the process copies a field for it, so
 * the hundredth file of a worker pays for a hundred of them. A disabled one that is still in use is
 * enabled again by its next `run`.
 * @type {Set<AsyncLocalStorage<unknown>>}
 */
const entered = new Set();

const prototype = /** @type {{ run: (this: object, ...args: unknown[]) => unknown }} */ (
  /** @type {unknown} */ (AsyncLocalStorage.prototype)
);
const { run } = prototype;
/** @this {object} @param {unknown[]} args */
prototype.run = function (...args) {
  entered.add(/** @type {AsyncLocalStorage<unknown>} */ (this));
  return run.apply(this, args);
};

/**
 * A test environment that leaves no AsyncLocalStorage of its file enabled.
 * @template {new (...args: any[]) => { teardown(): Promise<void> }} Environment
 * @param {Environment} Base
 * @returns {Environment}
 */
module.exports.endingContexts = (Base) =>
  class extends Base {
    /** @override */
    async teardown() {
      await super.teardown();
      for (const one of entered) one.disable();
      entered.clear();
    }
  };
