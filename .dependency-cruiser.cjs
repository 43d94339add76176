/**
 * The dependency rule of the architecture: contracts ← server/platform ← contexts ← live,
 * app.module, main; contexts ← workers; contracts ← web. Arrows point one way and nothing is
 * imported through a barrel.
 */
const CONTEXTS = '^server/(?!platform/|live/|locales/)([^/]+)/';
const notTypes = { dependencyTypesNot: ['type-only'] };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contracts-import-only-zod',
      comment: 'The ground floor: server and web both stand on it.',
      severity: 'error',
      from: { path: '^contracts/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^contracts/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'web-imports-contracts-and-itself',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^(server|workers|migrations|scripts|test|bench)/' },
    },
    {
      name: 'a-feature-imports-no-feature',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-lib-and-ui-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(lib|ui)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'platform-knows-no-context',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^(server|workers|web|migrations)/',
        pathNot: ['^server/platform/', '^server/config\\.ts$'],
      },
    },
    {
      name: 'a-context-knows-nobody-above-it',
      severity: 'error',
      from: { path: CONTEXTS },
      to: {
        path: [
          '^(workers|web|migrations)/',
          '^server/live/',
          '^server/(app\\.module|main|entities|migrate|.*\\.main)\\.ts$',
        ],
      },
    },
    {
      name: 'a-context-reads-another-through-reads-or-its-module',
      comment:
        'It writes to another by reacting to its event, or by a step of the other one where ' +
        'both must hold in one transaction (docs/decisions). ' +
        'A guard is what its module has to offer to controllers.',
      severity: 'error',
      from: { path: CONTEXTS, pathNot: '\\.(spec|entity)\\.ts$' },
      to: {
        path: CONTEXTS,
        pathNot: ['^server/$1/', '\\.(read|module|guard)\\.ts$', '^server/[^/]+/steps/'],
        ...notTypes,
      },
    },
    {
      name: 'an-entity-names-another-contexts-entities-alone',
      comment: 'For its foreign keys.',
      severity: 'error',
      from: { path: `${CONTEXTS}.*\\.entity\\.ts$` },
      to: { path: CONTEXTS, pathNot: ['^server/$1/', '\\.entity\\.ts$'], ...notTypes },
    },
    {
      name: 'live-and-main-touch-no-command-of-a-context',
      severity: 'error',
      from: { path: '^server/live/' },
      to: { path: `${CONTEXTS}.*\\.(command|controller)\\.ts$` },
    },
    {
      name: 'workers-know-no-controller',
      severity: 'error',
      from: { path: '^workers/' },
      to: {
        path: [
          '\\.controller\\.ts$',
          '^server/(app\\.module|main)\\.ts$',
          '\\.gateway\\.ts$',
          '^web/',
        ],
      },
    },
    {
      name: 'a-rule-is-pure',
      comment:
        'It decides on values alone: no database, no clock, no framework; hashes and addresses are values.',
      severity: 'error',
      from: { path: '\\.rule\\.ts$' },
      to: { pathNot: ['\\.rule\\.ts$', '^contracts/', '^(node:)?(crypto|net)$'], ...notTypes },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-barrels',
      severity: 'error',
      from: {},
      to: { path: '/index\\.tsx?$', pathNot: 'node_modules' },
    },
    {
      name: 'programs-know-no-tests-nor-scripts',
      severity: 'error',
      from: { path: '^(contracts|server|workers|migrations|web/src)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: ['^(test|scripts|bench)/', '\\.spec\\.tsx?$'] },
    },
    {
      name: 'programs-need-no-development-package',
      comment: 'The web app is bundled: what it needs is needed to build, not to run.',
      severity: 'error',
      from: { path: '^(contracts|server|workers|migrations)/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], ...notTypes },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['[.]css$', '[.]svg$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
