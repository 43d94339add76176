/**
 * The icon package, one file per icon: its index has all of some five thousand, which would be
 * compiled anew for each test file.
 */
/** @param {string} name @returns {unknown} */
function icon(name) {
  const file = /** @type {unknown} */ (require(`@tabler/icons-react/dist/esm/icons/${name}.mjs`));
  return /** @type {{ default: unknown }} */ (file).default;
}

module.exports = new Proxy(
  {},
  {
    get: (_, name) =>
      typeof name === 'string' && name.startsWith('Icon') ? icon(name) : undefined,
  },
);
