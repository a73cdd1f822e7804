// The architecture as lint: who imports whom, which runtime may use what. The arrows are explained in CONTRIBUTING.md.
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const ALLOWED_IMPORTS = {
  domain: [],
  contract: ['domain'],
  wire: ['domain'],
  core: ['domain', 'contract', 'wire'],
  adapters: ['domain'],
  sandbox: ['wire', 'domain'],
  app: ['core', 'adapters', 'sandbox', 'contract', 'domain'],
  main: ['app', 'contract', 'domain'],
  preload: ['contract'],
  'web-host': ['app', 'contract', 'domain'],
  'renderer-ui': ['domain', 'contract'],
  'renderer-host': ['contract', 'domain'],
  'renderer-shared': ['renderer-ui', 'renderer-host', 'contract', 'domain'],
  'renderer-feature': ['renderer-ui', 'renderer-shared', 'renderer-host', 'contract', 'domain'],
  'renderer-app': [
    'renderer-ui',
    'renderer-shared',
    'renderer-host',
    'renderer-feature',
    'contract',
    'domain',
  ],
};

const elements = [
  { type: 'renderer-feature', pattern: 'src/renderer/features/*', capture: ['feature'] },
  { type: 'renderer-ui', pattern: 'src/renderer/ui' },
  { type: 'renderer-shared', pattern: 'src/renderer/shared' },
  { type: 'renderer-host', pattern: 'src/renderer/host' },
  { type: 'renderer-app', pattern: 'src/renderer/app' },
  ...['domain', 'contract', 'wire', 'core', 'adapters', 'sandbox', 'app', 'main', 'preload', 'web-host'].map(
    (type) => ({ type, pattern: `src/${type}` }),
  ),
];

const layerPolicies = [
  ...Object.entries(ALLOWED_IMPORTS).map(([from, allowed]) => ({
    from: { element: { type: from } },
    allow: { to: { element: { types: { anyOf: allowed } } } },
  })),
  // Adapters know of the engine only what it asks of the world.
  { from: { element: { type: 'adapters' } }, allow: { to: { file: { categories: 'ports' } } } },
];

/** Bans that a folder's code lives under, each with the reason a person needs when it strikes. */
const clockAndChance = [
  {
    object: 'Date',
    property: 'now',
    message: 'Take the time from the Clock port: a simulated day depends on it.',
  },
  {
    object: 'Math',
    property: 'random',
    message: 'Take chance from the Random port: a simulation is replayed from its seed.',
  },
];
const networkAndTimers = ['fetch', 'setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
  name,
  message: 'Comes through a port (Http, Clock), so that a simulated day can drive it.',
}));

const sqlite = {
  group: ['better-sqlite3*'],
  message: 'SQLite is opened only in core/store and sandbox/store.',
};
const electron = { group: ['electron', 'electron/*'], message: 'electron belongs to main and preload.' };
const node = { group: ['node:*'], message: 'This folder runs without Node.' };

export default tseslint.config(
  { ignores: ['node_modules', 'out', 'out.*', 'dist', 'test-results', 'playwright-report'] },
  {
    files: ['**/*.{ts,tsx,js}'],
    extends: [...tseslint.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-params': ['error', 4],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': elements,
      'boundaries/files': [{ category: 'ports', pattern: 'src/core/ports.ts' }],
      'import/resolver': { node: { extensions: ['.ts', '.tsx', '.css', '.json'] } },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        { default: 'disallow', policies: layerPolicies, checkInternals: false },
      ],
      'boundaries/no-unknown-files': 'error',
      'no-restricted-imports': ['error', { patterns: [sqlite, electron] }],
    },
  },
  {
    files: ['src/{domain,contract,wire}/**/*.ts', 'src/renderer/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { patterns: [sqlite, electron, node] }] },
  },
  {
    files: ['src/{domain,core}/**/*.ts'],
    rules: {
      'no-restricted-properties': ['error', ...clockAndChance],
      'no-restricted-globals': ['error', ...networkAndTimers],
    },
  },
  {
    files: ['src/core/store/**/*.ts', 'src/sandbox/store/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [electron] }] },
  },
  {
    files: ['src/{main,preload}/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [sqlite] }] },
  },
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // Commands and test runners speak to the person at the terminal.
    files: ['build/**/*.ts', 'test/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
);
