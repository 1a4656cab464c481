/** The apps that `npm run demo` can serve. */
export const apps = {
  explorer: { title: 'Flow Explorer', packageName: '@flow-query/explorer' },
  react: { title: 'Demo app in React', packageName: '@flow-query/demo-react' },
  vue: { title: 'Demo app in Vue', packageName: '@flow-query/demo-vue' },
  svelte: { title: 'Demo app in Svelte', packageName: '@flow-query/demo-svelte' },
}

/** @typedef {keyof typeof apps} AppName */

/**
 * Returns the app from the command line, by default the Flow Explorer. Ends the process if the name is unknown.
 *
 * @param {readonly string[]} args
 * @returns {AppName}
 */
export function chooseApp([name = 'explorer', ...more]) {
  if (more.length) exitWith(`The demo serves one app at a time. Run it with one of: ${Object.keys(apps).join(', ')}`)
  if (!isAppName(name)) return exitWith(`Unknown app "${name}". Use one of: ${Object.keys(apps).join(', ')}`)
  return name
}

/** @param {string} name @returns {name is AppName} */
const isAppName = name => Object.hasOwn(apps, name)

/** @param {string} problem @returns {never} */
export function exitWith(problem) {
  console.error(`\n  ${problem}\n`)
  process.exit(1)
}
