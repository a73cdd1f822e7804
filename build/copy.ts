// `npm run copy`: prepares a PostgreSQL database for the copies of desks. See docs/site.md.
import { readOptions } from '../src/app/command-line.ts';
import { postgresAddressOf, requireSiteId } from '../src/app/copy-settings.ts';
import { prepareCopyDatabase } from '../src/app/prepare-copy.ts';

const HELP = `Prepares a PostgreSQL database for the copies of desks.

  npm run copy -- --admin-from-environment=NAME [--site=ID --login=LOGIN] [--fleet-login=LOGIN]

  --admin-from-environment=NAME  The environment variable with the connection string of a login that may make roles.
  --site=ID --login=LOGIN        Adds a site, or gives it another login. The login must exist. ID is 1 to 40 lower-case
                                 letters, digits and hyphens, the same as in site.copy.site of the managed settings.
  --fleet-login=LOGIN            Lets this login read the counts of all sites.
  --help                         Show this text.
`;

async function run(): Promise<string> {
  const { values, flags } = readOptions(process.argv.slice(2), {
    withValue: ['admin-from-environment', 'site', 'login', 'fleet-login'],
    withoutValue: ['help'],
  });
  const variable = values.get('admin-from-environment');
  const [site, login] = [values.get('site'), values.get('login')];
  if (flags.has('help') || values.size === 0) return HELP;
  if (variable === undefined)
    throw new Error('--admin-from-environment is missing. --help lists the options.');
  if ((site === undefined) !== (login === undefined)) throw new Error('--site and --login belong together.');
  if (site !== undefined) requireSiteId(site);
  // Whoever gives the connection string in place of its variable is not shown its password in the refusal.
  if (!/^\w+$/.test(variable))
    throw new Error(
      '--admin-from-environment takes the name of a variable, not the connection string itself.',
    );
  const text = process.env[variable];
  if (!text) throw new Error(`${variable} is not set.`);
  const { version, isOfNewerDrawdesk, formerLogin } = await prepareCopyDatabase(
    postgresAddressOf(text, { where: variable, authorities: null }),
    {
      site: site === undefined || login === undefined ? null : { id: site, login },
      fleetLogin: values.get('fleet-login') ?? null,
    },
  );
  const schema = `schema ${version}${isOfNewerDrawdesk ? ', of a newer version of Drawdesk than this one' : ''}`;
  const moved =
    formerLogin === null
      ? ''
      : ` The site ${site} belongs to the login ${login} now, and no longer to ${formerLogin}: its desk needs the new one.`;
  return `The database is prepared (${schema}).${moved}\n`;
}

run().then(
  (words) => process.stdout.write(words),
  (error: unknown) => {
    process.stderr.write(`Drawdesk: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
