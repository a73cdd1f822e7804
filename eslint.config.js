// The architecture as lint: who imports whom, which runtime may use what. The arrows are explained in CONTRIBUTING.md.
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const STORE = ['store-db', 'store-copy', 'store-outbox', 'store-mirror', 'store-desk', 'store'];
const PRINTING = [
  'printing-layout',
  'printing-languages',
  'printing-pages',
  'printing-queue',
  'printing-afar',
];
const ENGINE = [
  ...STORE,
  ...PRINTING,
  'service',
  'line',
  'pull',
  'outbox',
  'copy',
  'scanning',
  'operations',
  'core',
];

/**
 * The rooms: folder, and the rooms that it may import from. The first folder that a file lies in is its room, so inner
 * rooms come before outer ones. A room may always use its own files, and `ports` stands for `core/ports` alone.
 */
const ROOMS = {
  domain: ['src/domain', []],
  contract: ['src/contract', ['domain']],
  wire: ['src/wire', ['domain']],

  'store-db': ['src/core/store/db', ['domain', 'ports']],
  'store-copy': ['src/core/store/copy', ['store-db', 'domain']],
  'store-outbox': ['src/core/store/outbox', ['store-db', 'domain']],
  'store-mirror': ['src/core/store/mirror', ['store-outbox', 'store-db', 'wire', 'domain']],
  'store-desk': ['src/core/store/desk', ['store-mirror', 'store-outbox', 'store-db', 'domain']],
  store: ['src/core/store', [...STORE, 'domain', 'ports']],
  service: ['src/core/service', ['wire', 'domain', 'ports']],
  line: ['src/core/line', ['service', 'wire', 'domain', 'ports']],
  pull: ['src/core/pull', [...STORE, 'line', 'service', 'wire', 'contract', 'domain', 'ports']],
  outbox: ['src/core/outbox', [...STORE, 'line', 'service', 'wire', 'domain', 'ports']],
  copy: ['src/core/copy', [...STORE, 'domain', 'ports']],
  'printing-layout': ['src/core/printing/layout', ['domain', 'ports']],
  'printing-languages': ['src/core/printing/languages', ['printing-layout', 'domain', 'ports']],
  'printing-pages': ['src/core/printing/pages', ['printing-layout', 'domain']],
  'printing-queue': [
    'src/core/printing/queue',
    ['printing-layout', 'printing-languages', 'printing-pages', ...STORE, 'contract', 'domain', 'ports'],
  ],
  'printing-afar': ['src/core/printing/afar', ['contract', 'domain', 'ports']],
  scanning: ['src/core/scanning', ['domain']],
  operations: ['src/core/operations', [...ENGINE, 'wire', 'contract', 'domain', 'ports']],
  core: ['src/core', [...ENGINE, 'wire', 'contract', 'domain', 'ports']],

  adapters: ['src/adapters', ['domain', 'ports']],
  sandbox: ['src/sandbox', ['wire', 'domain']],
  app: ['src/app', [...ENGINE, 'adapters', 'sandbox', 'contract', 'domain', 'ports']],
  main: ['src/main', ['app', 'contract', 'domain']],
  preload: ['src/preload', ['contract']],
  'web-host': ['src/web-host', ['app', 'contract', 'domain']],

  'renderer-ui': ['src/renderer/ui', []],
  'renderer-host': ['src/renderer/host', ['contract', 'domain']],
  'renderer-shared': ['src/renderer/shared', ['renderer-ui', 'renderer-host', 'contract', 'domain']],
  'renderer-feature': [
    'src/renderer/features/*',
    ['renderer-ui', 'renderer-shared', 'renderer-host', 'contract', 'domain'],
  ],
  'renderer-app': [
    'src/renderer/app',
    ['renderer-ui', 'renderer-shared', 'renderer-host', 'renderer-feature', 'renderer', 'contract', 'domain'],
  ],
  renderer: ['src/renderer', ['renderer-feature', 'renderer-shared', 'renderer-ui', 'contract']],
};

const elements = Object.entries(ROOMS).map(([type, [pattern]]) => ({
  type,
  pattern,
  ...(type === 'renderer-feature' ? { capture: ['feature'] } : {}),
}));

const layerPolicies = Object.entries(ROOMS).flatMap(([from, [, allowed]]) => {
  const rooms = allowed.filter((room) => room !== 'ports');
  // Two features never meet: what they share lies in renderer/shared.
  const own =
    from === 'renderer-feature'
      ? { element: { type: from, captured: { feature: '{{from.captured.feature}}' } } }
      : { element: { type: from } };
  return [
    { from: { element: { type: from } }, allow: { to: own } },
    ...(rooms.length > 0
      ? [{ from: { element: { type: from } }, allow: { to: { element: { types: { anyOf: rooms } } } } }]
      : []),
    ...(allowed.includes('ports')
      ? [{ from: { element: { type: from } }, allow: { to: { file: { categories: 'ports' } } } }]
      : []),
  ];
});

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

const SQL_STATEMENT =
  '/^\\s*(SELECT\\s.+\\sFROM|INSERT\\s+(OR\\s+\\w+\\s+)?INTO|UPDATE\\s+\\w+\\s+SET|DELETE\\s+FROM|PRAGMA|CREATE\\s+(TABLE|INDEX))\\s/is';
const sqlText = [`Literal[value=${SQL_STATEMENT}]`, `TemplateElement[value.raw=${SQL_STATEMENT}]`].map(
  (selector) => ({
    selector,
    message: 'SQL is written in core/store and sandbox/store only.',
  }),
);
/** `operations[name].output` is there in the sources and in tests, and null in the build; see build/answers.ts. */
const answerDescription = [
  "MemberExpression[property.name='output'][object.object.name=/[oO]perations$/]",
  "MemberExpression[property.name='output'][object.name=/^(definition|operation)$/]",
].map((selector) => ({
  selector,
  message: 'What describes an answer is left out of the build: only tests check answers.',
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
      'boundaries/files': [{ category: 'ports', pattern: 'src/core/ports/*.ts' }],
      'import/resolver': { node: { extensions: ['.ts', '.tsx', '.css', '.json'] } },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        { default: 'disallow', policies: layerPolicies, checkInternals: true },
      ],
      'boundaries/no-unknown-files': 'error',
      'no-restricted-imports': ['error', { patterns: [sqlite, electron] }],
    },
  },
  {
    // A promise that nobody waits for fails without a word; a condition that is always true hides a case that is not met.
    files: ['src/**/*.{ts,tsx}', 'build/**/*.ts', 'test/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
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
    // SQL is a store's own matter: elsewhere nobody can see what it costs or which table it changes.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/core/store/**', 'src/sandbox/store/**'],
    rules: { 'no-restricted-syntax': ['error', ...sqlText, ...answerDescription] },
  },
  {
    // An answer may be described by those of others.
    files: ['src/contract/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...sqlText] },
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
