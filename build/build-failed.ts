/** The build failed. The output of the bundler was shown. */
export class BuildFailed extends Error {}
