// The version of this desk, read from package.json.
import packageJson from '../../package.json' with { type: 'json' };

export const version: string = packageJson.version;
