const v8 = require('node:v8');
const vm = require('node:vm');

/**
 * The compiled script of each file, by file name. Jest gives each test file modules of its own, so
 * without this a worker would compile the same file hundreds of times. V8 compiles a function only
 * at its first call, and then stores the compiled function in the script.
 * @typedef {{ code: string, parameters: string, script: import('node:vm').Script }} Compiled
 */
/** @type {Map<string, Compiled>} */
const compiled = new Map();

// Otherwise V8 would drop what it compiled of functions that are not called for some time.
v8.setFlagsFromString('--no-flush-bytecode');

const { compileFunction } = vm;
/**
 * Compiles a text as Node.js does, but only once for all contexts.
 * @param {string} code
 * @param {readonly string[]} [parameters]
 * @param {import('node:vm').CompileFunctionOptions} [options]
 */
vm.compileFunction = (code, parameters = [], options = {}) => {
  const { filename, parsingContext } = options;
  // A worker runs each test file once.
  if (!filename || !parsingContext || /\.spec\.\w+$/.test(filename))
    return compileFunction(code, parameters, options);
  const names = parameters.join();
  let known = compiled.get(filename);
  if (known?.code !== code || known.parameters !== names) {
    const start = `(function (${names}) {`;
    // Passes no options to the script: they contain a function of the test file, which would keep
    // the whole test file in memory. Jest needs this function only for untransformed ES modules.
    const script = new vm.Script(`${start}${code}\n})`, { filename, columnOffset: -start.length });
    known = { code, parameters: names, script };
    compiled.set(filename, known);
  }
  /** @type {unknown} */
  const made = known.script.runInContext(parsingContext);
  return /** @type {ReturnType<typeof compileFunction>} */ (made);
};
