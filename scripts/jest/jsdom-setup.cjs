// Sets the time limit here, since jest's projects cannot have one of their own in their
// configuration.
const patience = Number(process.env.TEST_PATIENCE ?? 1);
jest.setTimeout(10_000 * patience);

/**
 * Makes React skip the stack trace that it keeps of each new element for the text of a warning; it
 * takes an eighth of the time of a large page. React itself skips it after ten thousand elements in
 * a second, so this counter always says ten thousand. The warnings themselves stay.
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
    // Testing Library repeats a query that waits until it succeeds. The document is printed only in
    // the last error.
    getElementError: (message, container) =>
      getConfig()._disableExpensiveErrorDiagnostics
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  });
}

const noop = () => {};
// The specs of rules, and the specs with a real server, run without jsdom, so these globals do not
// exist there.
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
