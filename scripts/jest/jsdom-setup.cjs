// Jest's projects have no limit of their own in their configuration.
const patience = Number(process.env.TEST_PATIENCE ?? 1);
jest.setTimeout(10_000 * patience);

/**
 * React keeps a stack trace of each element that it makes, for the text of a warning, until there are
 * ten thousand in a second: an eighth of the time of a large page. Here there are always so many. The
 * warnings themselves stay.
 */
function withoutOwnerStacks() {
  const {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals,
  } = require('react');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set() {} });
}

/** Settings of the libraries that draw and query pages. */
function prepareRendering() {
  withoutOwnerStacks();
  require('@testing-library/jest-dom');
  const { configure, getConfig } = require('@testing-library/react');
  const { getElementError } = getConfig();
  configure({
    asyncUtilTimeout: 3_000 * patience,
    // A wait asks again until it finds: only its last error prints the document.
    getElementError: (message, container) =>
      getConfig()._disableExpensiveErrorDiagnostics
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  });
}

const noop = () => {};
// A spec of a rule, or with a real server, uses the node environment, without these globals.
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
