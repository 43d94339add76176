import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** A browser writes them in a form of its own; ui/dates has fields that are read alike everywhere. */
const nativeDate = {
  selector: 'JSXAttribute[name.name="type"][value.value=/^(date|datetime-local|month|week)$/]',
  message: 'Use DayField or MomentField of ui/dates.',
};
const environment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Only server/config.ts reads the environment.',
};

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', '.cache/', 'node_modules/', '**/*.css']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'web/tsconfig.json', 'scripts/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // Declaration merging needs them: contracts/base/events.ts, platform/security/secrets.ts.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      'max-lines': ['error', { max: 250 }],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'error',
      // Prettier prints it.each with its table on a line of its own.
      'no-unexpected-multiline': 'off',
    },
  },
  {
    files: ['contracts/**/*.ts', 'server/**/*.ts', 'workers/**/*.ts', 'migrations/**/*.ts'],
    ignores: ['server/config.ts', '**/*.spec.ts'],
    languageOptions: { globals: globals.node },
    rules: { 'no-restricted-syntax': ['error', environment] },
  },
  {
    // The second is written by scripts/plugin-descriptions.mjs.
    files: ['migrations/**', 'server/research-data/rows/plugin-descriptions.rule.ts'],
    rules: { 'max-lines': 'off' },
  },
  { files: ['test/**', '**/*.spec.*'], rules: { 'max-lines': ['error', { max: 400 }] } },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': { meta: reactHooks.meta, rules: reactHooks.rules } },
    languageOptions: { globals: globals.browser },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-syntax': ['error', environment, nativeDate],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@tanstack/react-query',
              importNames: ['useMutation'],
              message: 'lib/use-mutation sends a change once; this one sends it at each click.',
            },
          ],
        },
      ],
    },
  },
  { files: ['web/src/lib/http/use-mutation.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.{mjs,cjs}', '**/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.jest } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  // Plain scripts without types of their own: of no TypeScript project.
  {
    files: [
      'bench/**/*.mjs',
      'docker/**/*.cjs',
      'scripts/{bench,complete-lock,demo-rush}.mjs',
      'scripts/jest/jsdom-setup.cjs',
      'web/public/**/*.js',
    ],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null } },
  },
  {
    files: ['scripts/jest/jsdom-setup.cjs', 'web/public/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['bench/**', 'scripts/{bench,demo-rush,complete-lock}.mjs'],
    rules: { 'no-console': 'off' },
  },
);
