/** The available explorers, in the order of the start page. */
const explorerNames = /** @type {const} */ (['explorer'])

/** @typedef {(typeof explorerNames)[number]} ExplorerName */

/**
 * Returns the explorers from the command line, by default the Flow Explorer. Ends the process if a name is unknown.
 *
 * @param {readonly string[]} args
 * @returns {ExplorerName[]}
 */
export function chooseExplorers(args) {
  const unknown = args.find(name => name !== 'all' && !explorerNames.some(known => known === name))
  if (unknown !== undefined) {
    console.error(`\n  Unknown explorer "${unknown}". Use one of: ${explorerNames.join(', ')}, all\n`)
    process.exit(1)
  }
  if (!args.length) return ['explorer']
  return explorerNames.filter(name => args.includes('all') || args.includes(name))
}
