// Sets the time limit here, since jest ignores a time limit in the configuration of a single
// project.
const patience = Number(process.env.TEST_PATIENCE ?? 1);
jest.setTimeout(10_000 * patience);

/**
 * Makes React store no stack traces of new elements. Only warnings use the stack traces, and
 * storing them takes an eighth of the time of a large page. React stops storing them after ten
 * thousand elements in a second. So this function sets React's counter to ten thousand for good.
 */
function withoutOwnerStacks() {
  const {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals,
  } = require('react');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set() {} });
}

/** Configures the libraries with which tests render and query pages. */
function prepareRendering() {
  withoutOwnerStacks();
  require('@testing-library/jest-dom');
  const { configure, getConfig } = require('@testing-library/react');
  const { getElementError } = getConfig();
  configure({
    asyncUtilTimeout: 3_000 * patience,
    // Testing Library repeats a query until it succeeds or its time is over. Printing the document
    // is slow, so only the last error contains the document.
    getElementError: (message, container) =>
      getConfig()._disableExpensiveErrorDiagnostics
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  });
}

const noop = () => {};
// Specs that need no page run without jsdom, so they have no `window`.
if (typeof window !== 'undefined') {
  prepareRendering();
  // Browser APIs that the component library uses and jsdom lacks.
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
