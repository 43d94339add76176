import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';

/**
 * Compiles a function in a new context and keeps no reference to the function or the context. Then
 * collects garbage, and prints whether the context is gone.
 */
const program = `
  require(${JSON.stringify(join(ROOT, 'scripts/jest/parsed-once.cjs'))});
  const vm = require('node:vm');
  function compileInNewContext() {
    const context = vm.createContext({});
    const code = 'return ' + JSON.stringify('x'.repeat(10_000));
    vm.compileFunction(code, [], { filename: 'a.js', parsingContext: context })();
    return new WeakRef(vm.runInContext('globalThis', context));
  }
  const context = compileInNewContext();
  setTimeout(() => {
    gc();
    console.log(context.deref() === undefined ? 'released' : 'retained');
  });
`;

describe('the parsed test files that a worker of jest keeps', () => {
  it('do not retain the context of the test file that was parsed first', () => {
    const printed = execFileSync(process.execPath, ['--expose-gc', '-e', program], {
      encoding: 'utf8',
    });
    expect(printed.trim()).toBe('released');
  });
});
