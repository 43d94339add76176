require('./parsed-once.cjs');
const { AsyncLocalStorage } = require('node:async_hooks');

/**
 * The AsyncLocalStorages that tests have used. jest-circus makes one for each test file. On Node 20
 * one that was used once stays enabled, so that every later promise and callback of the process
 * copies a field for it: the hundredth file of a worker pays for a hundred of them. Disabling one
 * that is still in use does no harm, since its next `run` enables it again.
 * @type {Set<AsyncLocalStorage<unknown>>}
 */
const entered = new Set();

const prototype = /** @type {{ run: (this: object, ...args: unknown[]) => unknown }} */ (
  /** @type {unknown} */ (AsyncLocalStorage.prototype)
);
const { run } = prototype;
/** Remembers each AsyncLocalStorage that is used. @this {object} @param {unknown[]} args */
prototype.run = function (...args) {
  entered.add(/** @type {AsyncLocalStorage<unknown>} */ (this));
  return run.apply(this, args);
};

/**
 * Makes a test environment that disables the AsyncLocalStorages of its test file at the end.
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
