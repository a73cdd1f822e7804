// Runs the embedded laboratory service alone: `npm run sandbox -- --help`.
import '../src/sandbox/index.ts';
