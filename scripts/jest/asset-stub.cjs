// Replaces style sheets in component tests: each class name stands for itself.
module.exports = new Proxy(
  {},
  { get: (_, name) => (name === '__esModule' ? false : String(name)) },
);
