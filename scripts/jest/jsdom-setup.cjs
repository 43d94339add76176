// What browsers have and jsdom lacks, as far as the component library asks for it.
require('@testing-library/jest-dom');

// Machines are slow at times; a test that waits for what comes is not slower for it.
require('@testing-library/react').configure({ asyncUtilTimeout: 15_000 });

const noop = () => {};
// A spec that runs a real server asks for the node environment.
if (typeof window !== 'undefined') {
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: noop,
    removeListener: noop,
    addEventListener: noop,
    removeEventListener: noop,
    dispatchEvent: () => false,
  });
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.HTMLElement.prototype.scrollIntoView ??= noop;
}
for (const name of ['TextEncoder', 'TextDecoder']) globalThis[name] ??= require('node:util')[name];
