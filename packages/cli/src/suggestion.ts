import { programName } from './invocation.js'
import type { Context, Settings } from './settings.js'
import { dim, type Output } from './terminal/output.js'
import type { Terminal } from './terminal/terminal.js'

/**
 * Prints the command that usually comes next: `To see its runs, run: flow-query history 14 --embedded`. It includes the options that
 * select the node, so that it can be copied. Scripts don't get a suggestion.
 *
 * A command with unusual characters is omitted, because a name from the chain could contain a command for the shell, and the URL of a
 * database can contain a password.
 */
export function suggest({ settings, terminal }: Context, output: Output, purpose: string, command: string): void {
  if (settings.json || !terminal.stderr.isTTY || !/^[\w ./-]+$/.test(command)) return
  output.note(dim(`To ${purpose}, run: ${commandLine({ settings, terminal }, command)}`))
}

export function commandLine({ settings, terminal }: Pick<Context, 'settings' | 'terminal'>, command: string): string {
  return [programName(terminal.env), command, ...nodeOptions(settings, terminal)].join(' ')
}

function nodeOptions(settings: Settings, { env }: Terminal): string[] {
  const { embedded, chainName, rpc, chain = {}, service, pathVersion } = settings
  const options = embedded
    ? ['--embedded']
    : chainName === undefined
      ? lcdOptions(settings, env)
      : registryOptions(settings, env)
  if (rpc !== undefined && env.FLOW_QUERY_RPC === undefined) options.push(`--rpc ${rpc}`)
  if (env.FLOW_QUERY_CHAINS === undefined)
    for (const [connection, { lcd }] of Object.entries(chain))
      options.push(...lcd.map(url => `--chain ${connection}=${url}`))
  if (service !== undefined) options.push(`--service ${service}`)
  if (pathVersion !== 'auto') options.push(`--path-version ${pathVersion}`)
  return options
}

function lcdOptions({ lcd }: Settings, env: Terminal['env']): string[] {
  return env.FLOW_QUERY_LCD ? [] : lcd.map(url => `--lcd ${url}`)
}

function registryOptions({ chainName, chainRegistry }: Settings, env: Terminal['env']): string[] {
  const options = env.FLOW_QUERY_CHAIN_NAME === chainName ? [] : [`--chain-name ${chainName}`]
  if (chainRegistry !== undefined && env.FLOW_QUERY_CHAIN_REGISTRY !== chainRegistry)
    options.push(`--chain-registry ${chainRegistry}`)
  return options
}
