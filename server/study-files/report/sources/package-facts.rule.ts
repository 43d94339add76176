import { noFacts, type Facts } from '../facts.rule';

/** Package names of build tools that turn sources into files for browsers. */
const builders = [
  ...[
    'vite',
    'webpack',
    'webpack-cli',
    'parcel',
    'parcel-bundler',
    'rollup',
    'rolldown',
    'esbuild',
  ],
  ...[
    'react-scripts',
    '@vue/cli-service',
    '@angular/cli',
    '@sveltejs/kit',
    'next',
    'nuxt',
    'astro',
  ],
  ...['jspsych-builder', '@jspsych/new-experiment', 'snowpack', 'browserify', '@rsbuild/core'],
];

const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];

/** The build tool of a `package.json`, by its dependencies or its build script. */
export function packageFacts(text: string): Facts {
  const facts = noFacts();
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    const named = [...namesIn(read['devDependencies']), ...namesIn(read['dependencies'])];
    const tool = builders.find((one) => named.includes(one));
    const builder =
      tool ?? (namesIn(read['scripts']).includes('build') ? 'npm run build' : undefined);
    if (builder !== undefined) facts.builder = builder;
  } catch {
    // A file of this name that is not a valid `package.json` is ignored.
  }
  return facts;
}
