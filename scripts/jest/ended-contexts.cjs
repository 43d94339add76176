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

/**
 * What a test file stored in an AsyncLocalStorage. A resource that is made meanwhile keeps the stored value for as
 * long as it exists, and a connection of the shared application exists for as long as the worker: with the value itself,
 * it would keep all modules of the test file in memory.
 */
class Stored {
  /** @param {unknown} value */
  constructor(value) {
    this.value = value;
  }
}
/** @type {Set<Stored>} */
const stored = new Set();
/**
 * Whether an object was made by a test file: such objects have another `Object` than this module.
 * @param {unknown} store
 */
const isOfTestFile = (store) =>
  typeof store === 'object' && store !== null && !(store instanceof Object);

const prototype =
  /** @type {{ run: (this: object, ...args: unknown[]) => unknown, getStore: (this: object) => unknown }} */ (
    /** @type {unknown} */ (AsyncLocalStorage.prototype)
  );
const { run, getStore } = prototype;
/** Remembers each AsyncLocalStorage that is used. @this {object} @param {unknown} store @param {unknown[]} args */
prototype.run = function (store, ...args) {
  entered.add(/** @type {AsyncLocalStorage<unknown>} */ (this));
  if (!isOfTestFile(store)) return run.call(this, store, ...args);
  const replacement = new Stored(store);
  stored.add(replacement);
  return run.call(this, replacement, ...args);
};
/** @this {object} */
prototype.getStore = function () {
  const store = getStore.call(this);
  return store instanceof Stored ? store.value : store;
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
      for (const one of stored) one.value = undefined;
      stored.clear();
    }
  };
