import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fieldsOf } from '../fields.js'
import { CommandError, type Network } from '../settings.js'
import { withoutTrailingSlashes } from './address.js'

export const defaultRegistry = 'https://raw.githubusercontent.com/cosmos/chain-registry/master'

export interface RegistryArgs {
  /** The name of the chain in the registry, such as `intento`. */
  name: string
  /** A folder with one folder per chain, or one chain.json file. It is a path or a URL. */
  registry: string
  /** The time limit of each request, in milliseconds. */
  timeout: number
  fetch: NonNullable<Network['fetch']>
  signal: AbortSignal
}

export interface FoundNode {
  lcd: string
  rpc: string | undefined
  chainId: string
}

/**
 * Returns the first REST endpoint of a chain in a chain registry that answers as this chain.
 *
 * The format of chain.json is defined in https://github.com/cosmos/chain-registry.
 *
 * @throws {CommandError} if the registry can't be read, doesn't contain the chain, or if no endpoint answers as this chain
 */
export async function findRegistryNode(args: RegistryArgs): Promise<FoundNode> {
  const { name } = args
  const { chainId, rest, rpc } = await readChainFile(args)
  if (rest.length === 0)
    throw new CommandError(
      `The chain registry lists no REST endpoint of ${name}.`,
      'Pass the URL of a node with --lcd.',
    )
  const problems: string[] = []
  for (const { url, provider } of rest) {
    const problem = await problemOf(url, chainId, args)
    if (problem === null) return { lcd: url, rpc: (rpc.find(one => one.provider === provider) ?? rpc[0])?.url, chainId }
    problems.push(`${url} ${problem}`)
  }
  throw new CommandError(
    `No REST endpoint of ${name} in the chain registry works: ${problems.join('. ')}.`,
    'Try again later, or pass the URL of a node with --lcd.',
  )
}

async function problemOf(url: string, chainId: string, args: RegistryArgs): Promise<string | null> {
  const answer = await get(`${url}/cosmos/base/tendermint/v1beta1/node_info`, args).catch((error: Error) => error)
  if (answer instanceof Error) return `can't be reached (${answer.message})`
  const { network } = fieldsOf(fieldsOf(parsed(answer.text)).default_node_info)
  if (answer.status !== 200 || typeof network !== 'string') return `answered ${answer.status} without a chain ID`
  return network === chainId ? null : `is a node of ${network}, not of ${chainId}`
}

interface ChainFile {
  chainId: string
  rest: Endpoint[]
  rpc: Endpoint[]
}

interface Endpoint {
  url: string
  provider: unknown
}

async function readChainFile(args: RegistryArgs): Promise<ChainFile> {
  const { name, registry } = args
  // Test networks have their own folder.
  const paths = registry.endsWith('.json') ? [''] : [`${name}/chain.json`, `testnets/${name}/chain.json`]
  for (const path of paths) {
    const text = await readText(path, args)
    if (text !== null) return parseChain(text, args)
  }
  throw new CommandError(
    registry.endsWith('.json') ? `${registry} does not exist.` : `${registry} has no chain named ${name}.`,
    'Check the name, such as intento, or pass the URL of a node with --lcd.',
  )
}

/** Returns null if there is no such file. */
async function readText(path: string, args: RegistryArgs): Promise<string | null> {
  const { registry } = args
  try {
    if (!/^https?:\/\//.test(registry)) return await readFile(join(registry, path), 'utf8')
    const { status, text } = await get(path ? `${withoutTrailingSlashes(registry)}/${path}` : registry, args)
    if (status === 200) return text
    if (status === 404) return null
    throw new Error(`status ${status}`)
  } catch (error) {
    args.signal.throwIfAborted()
    if (['ENOENT', 'ENOTDIR'].includes(`${(error as NodeJS.ErrnoException).code}`)) return null
    throw new CommandError(
      `The chain registry ${registry} can't be read: ${(error as Error).message}.`,
      'Pass another copy with --chain-registry, or the URL of a node with --lcd.',
    )
  }
}

function parseChain(text: string, { name, registry }: RegistryArgs): ChainFile {
  const { chain_id: chainId, chain_name: chainName, apis } = fieldsOf(parsed(text))
  const { rest, rpc } = fieldsOf(apis)
  if (typeof chainId !== 'string' || typeof apis !== 'object')
    throw new CommandError(
      `The file of ${name} in ${registry} is not in the format of the chain registry, because it has no ${typeof chainId === 'string' ? 'apis' : 'chain_id'}.`,
      'For the format, see https://github.com/cosmos/chain-registry.',
    )
  if (typeof chainName === 'string' && chainName !== name)
    throw new CommandError(`${registry} is about ${chainName}, not about ${name}.`, `Pass --chain-name ${chainName}.`)
  return { chainId, rest: endpointsOf(rest), rpc: endpointsOf(rpc) }
}

function endpointsOf(list: unknown): Endpoint[] {
  return (Array.isArray(list) ? list : []).flatMap(entry => {
    const { address, provider } = fieldsOf(entry)
    const isUrl = typeof address === 'string' && /^https?:\/\/[^\s?#@]+$/.test(address)
    return isUrl ? { url: withoutTrailingSlashes(address), provider } : []
  })
}

async function get(url: string, { fetch, timeout, signal }: RegistryArgs): Promise<{ status: number; text: string }> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  try {
    const response = await fetch(url, { signal: limit })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new Error(`no answer within ${timeout} ms`)
    const { message, cause } = error as Error
    throw new Error(cause instanceof Error ? cause.message : message)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
