const { readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * The arrows of docs/architecture.md, rule 6: each part imports only what is below it, and nothing
 * is imported through a barrel. Circles of whole folders: scripts/gates/folder-circles.mjs.
 */

const listed = readFileSync(path.join(__dirname, 'server/contexts.ts'), 'utf8');
const folders = new Map(
  [...listed.matchAll(/import \{ (\w+) \} from '\.\/([\w-]+)\/[\w-]+\.context'/g)].map(
    ([, name, folder]) => [name, String(folder)],
  ),
);
/** The folders of the contexts, lowest first, as server/contexts.ts lists them. */
const ORDER = [...listed.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => {
  const folder = folders.get(name);
  if (!folder) throw new Error(`server/contexts.ts: ${name} is imported from no context's folder`);
  return folder;
});
/**
 * Contexts that must not import each other. Elsewhere a context may import those before it in ORDER.
 */
const APART = [
  ['authentication', 'researchers', 'studies'],
  ['live', 'data-rights', 'audit'],
];
const CONTEXTS = '^server/([^/]+)/';
const NOT_TESTED = '[.]spec[.]tsx?$';

/**
 * A context imports neither its neighbours nor what is above it.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const layerRules = ORDER.map((context, i) => ({
  name: `${context}-imports-what-is-below-it`,
  severity: 'error',
  from: { path: `^server/${context}/`, pathNot: NOT_TESTED },
  to: {
    path: [
      ...[...ORDER.slice(i), ...APART.filter((some) => some.includes(context)).flat()]
        .filter((other) => other !== context)
        .map((other) => `^server/${other}/`),
      '^(workers|web|migrations)/',
      '^server/(app|contexts|start|migrate|[^/]*[.]main)[.]ts$',
    ],
  },
}));

/** The layers of the web app, lowest first. */
const WEB_LAYERS = ['lib', 'ui', 'domain', 'navigation', 'features'];
/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const webRules = WEB_LAYERS.slice(0, -1).map((layer, i) => ({
  name: `web-${layer}-imports-what-is-below-it`,
  severity: 'error',
  from: { path: `^web/src/${layer}/`, pathNot: NOT_TESTED },
  to: { path: WEB_LAYERS.slice(i + 1).map((other) => `^web/src/${other}/`) },
}));
/** @type {{ dependencyTypesNot: import('dependency-cruiser').DependencyType[] }} */
const notTypes = { dependencyTypesNot: ['type-only'] };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contracts-import-only-zod',
      comment:
        'The ground floor: server and web both stand on it. ibantools knows the IBANs of all countries.',
      severity: 'error',
      from: { path: '^contracts/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^contracts/', '(^|/)node_modules/(zod|ibantools)/'] },
    },
    {
      name: 'web-imports-contracts-and-itself',
      severity: 'error',
      // A test may read what the server would hand out, such as each template.
      from: { path: '^web/src/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^(server|workers|migrations|scripts|test|bench)/' },
    },
    {
      name: 'a-feature-imports-no-feature',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    ...webRules,
    ...layerRules,
    {
      name: 'an-entity-names-another-contexts-entities-alone',
      comment: 'For its foreign keys.',
      severity: 'error',
      from: { path: `${CONTEXTS}.*\\.entity\\.ts$` },
      to: { path: CONTEXTS, pathNot: ['^server/$1/', '\\.entity\\.ts$'], ...notTypes },
    },
    {
      name: 'workers-know-no-controller',
      severity: 'error',
      from: { path: '^workers/' },
      to: {
        path: ['\\.controller\\.ts$', '^server/(app|main)\\.ts$', '\\.gateway\\.ts$', '^web/'],
      },
    },
    {
      name: 'a-rule-is-pure',
      comment:
        'It decides on values alone: no database, no clock, no framework; bytes, hashes, addresses and paths are values.',
      severity: 'error',
      from: { path: '\\.(rule|generated)\\.ts$' },
      to: {
        pathNot: [
          '\\.(rule|generated)\\.ts$',
          '^contracts/',
          '^(node:)?(buffer|crypto|net|path)$',
          '(^|/)node_modules/(ipaddr\\.js|ibantools)/',
        ],
        ...notTypes,
      },
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
