/**
 * For what is checked once or now and then. The library else writes a function for each description and has it compiled, which pays for
 * itself only after hundreds of checks, as of what the service answers.
 *
 * @example settingsFile.parse(content, WITHOUT_COMPILING)
 */
export const WITHOUT_COMPILING = { jitless: true } as const;
