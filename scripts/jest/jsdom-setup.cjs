// What browsers have and jsdom lacks, as far as the component library asks for it.
require('@testing-library/jest-dom');

const noop = () => {};
window.matchMedia ??= (query) => ({
  matches: false, media: query, onchange: null, addListener: noop, removeListener: noop, addEventListener: noop, removeEventListener: noop, dispatchEvent: () => false,
});
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.HTMLElement.prototype.scrollIntoView ??= noop;
for (const name of ['TextEncoder', 'TextDecoder']) globalThis[name] ??= require('node:util')[name];
