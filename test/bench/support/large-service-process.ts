// Process with a sandbox of many registrations, as far from the desk's process as a real service is. Arguments: token, number of
// registrations. Prints its address.
import { startLargeSandbox } from './large-sandbox.ts';

const [token = '', count = '0'] = process.argv.slice(2);
const sandbox = await startLargeSandbox(token, Number(count));
console.log(`Service at ${sandbox.baseUrl}`);
