import { makeEmptyFacts, type StudyFileFacts } from '../facts.rule';

/** Packages of build tools, which turn sources into files for browsers. */
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

/**
 * Reads from a `package.json` which build tool the sources need, by its dependencies or its build
 * script.
 */
export function packageFacts(text: string): StudyFileFacts {
  const facts = makeEmptyFacts();
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    const named = [...namesIn(read['devDependencies']), ...namesIn(read['dependencies'])];
    const tool = builders.find((one) => named.includes(one));
    const builder =
      tool ?? (namesIn(read['scripts']).includes('build') ? 'npm run build' : undefined);
    if (builder !== undefined) facts.builder = builder;
  } catch {
    // The file is not valid JSON, so it names no build tool.
  }
  return facts;
}
