/**
 * The options with which swc compiles TypeScript, for the build and for jest. Nest's injection and
 * TypeORM's columns read decorator metadata, which esbuild would silently omit.
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
    // The build keeps dynamic imports, so that CommonJS can load packages that have only ES
    // modules. Jest cannot run dynamic imports, so for jest swc turns them into `require`.
    // `exportInteropAnnotation` lets Node see the names that a module exports.
    module: { type: 'commonjs', ignoreDynamic: !jest, exportInteropAnnotation: !jest },
    sourceMaps: jest ? 'inline' : true,
  };
}

module.exports = { swcOptions };
