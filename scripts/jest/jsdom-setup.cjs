// Browser APIs that the component library uses and jsdom lacks.
require('@testing-library/jest-dom');

// A long timeout, for slow machines; a wait that succeeds does not take longer.
require('@testing-library/react').configure({ asyncUtilTimeout: 15_000 });

const noop = () => {};
// A spec that runs a real server uses the node environment, without these globals.
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
