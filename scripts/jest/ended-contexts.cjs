require('./parsed-once.cjs');
const { AsyncLocalStorage } = require('node:async_hooks');

/**
 * The AsyncLocalStorages that tests have used. jest-circus makes one for each test file, and on
 * Node 20 it stays enabled after the file has ended. Every later promise and callback then copies
 * one more field, so each test file of a worker is slower than the last. It is safe to disable a
 * storage that is still in use, because its next `run` enables it again.
 * @type {Set<AsyncLocalStorage<unknown>>}
 */
const entered = new Set();

/**
 * Wraps a value that a test file stores in an AsyncLocalStorage. Objects that the process creates
 * meanwhile, such as a connection of the shared application, keep a reference to the stored value.
 * When the test file ends, the wrapper is emptied, so that this reference does not keep all modules
 * of the file in memory.
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
 * Whether a test file made an object. Jest gives each test file a class `Object` of its own.
 * @param {unknown} store
 */
const isOfTestFile = (store) =>
  typeof store === 'object' && store !== null && !(store instanceof Object);

const prototype =
  /** @type {{ run: (this: object, ...args: unknown[]) => unknown, getStore: (this: object) => unknown }} */ (
    /** @type {unknown} */ (AsyncLocalStorage.prototype)
  );
const { run, getStore } = prototype;
/**
 * Records each AsyncLocalStorage that is used.
 * @this {object} @param {unknown} store @param {unknown[]} args
 */
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
