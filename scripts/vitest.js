/**
 * The root options of every Vitest configuration. A run writes a report for `scripts/test.js`.
 *
 * The options cannot be arguments of the command: Turbo adds arguments to the hash of all tasks in a run, so it would
 * build every package again while other suites use the builds.
 */
export const reporting = { reporters: ['default', 'json'], outputFile: { json: 'reports/test.json' } }
