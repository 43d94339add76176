const vm = require('node:vm');

/**
 * V8's code cache of each file, by file name. Jest gives each test file modules of its own, so
 * without a cache a worker would parse the same file hundreds of times. Before V8 accepts a cache,
 * it compares only the length of the text. So this code compares the complete text.
 * @typedef {{ code: string, parameters: string, data: Buffer }} Parsed
 */
/** @type {Map<string, Parsed>} */
const parsed = new Map();

const { compileFunction } = vm;
/**
 * Compiles a text as Node.js does, but reuses V8's code cache of an equal text.
 * @param {string} code
 * @param {readonly string[]} [parameters]
 * @param {import('node:vm').CompileFunctionOptions} [options]
 */
vm.compileFunction = (code, parameters = [], options = {}) => {
  const { filename } = options;
  if (!filename || options.cachedData) return compileFunction(code, parameters, options);
  const names = parameters.join();
  const known = parsed.get(filename);
  if (known?.code === code && known.parameters === names) {
    const compiled = compileFunction(code, parameters, { ...options, cachedData: known.data });
    if (!compiled.cachedDataRejected) return compiled;
  }
  const compiled = compileFunction(code, parameters, { ...options, produceCachedData: true });
  // Copies the data. V8's own buffer belongs to the context of the test file, and would keep the
  // complete context in memory.
  if (compiled.cachedData)
    parsed.set(filename, { code, parameters: names, data: Buffer.from(compiled.cachedData) });
  return compiled;
};
