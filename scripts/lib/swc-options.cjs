/**
 * Compiles TypeScript to JavaScript, for the build and for jest. Nest's injection and TypeORM's
 * columns read decorator metadata; esbuild would silently omit it.
 * @param {{ jest?: boolean, file?: string }} [use]
 * @returns {import('@swc/core').Options}
 */
function swcOptions({ jest = false, file = '' } = {}) {
  return {
    swcrc: false,
    configFile: false,
    jsc: {
      target: 'es2022',
      parser: /\.m?js$/.test(file)
        ? { syntax: 'ecmascript', jsx: true }
        : { syntax: 'typescript', decorators: true, tsx: !file || file.endsWith('x') },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
    // A dynamic import stays one in the build, so that CommonJS can load packages that are ESM
    // only; jest has no such import.
    // This option lets Node see the names that a module exports.
    module: { type: 'commonjs', ignoreDynamic: !jest, exportInteropAnnotation: !jest },
    sourceMaps: jest ? 'inline' : true,
  };
}

module.exports = { swcOptions };
