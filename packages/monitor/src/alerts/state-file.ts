import { randomUUID } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'
import { noIncidents } from './incident-log.js'
import { emptyOutbox } from './outbox.js'
import { type MonitorState, parseState } from './state-schema.js'

export const emptyState: MonitorState = { incidents: noIncidents, outbox: emptyOutbox, disabledWebhook: null }

/** An error that stops the monitor. The message contains no secrets. */
export class MonitorError extends Error {
  readonly advice: string
  /** `argument` if an option is invalid, `state` for the state file, and `webhook` if the webhook is disabled. */
  readonly kind: 'argument' | 'state' | 'webhook'
  constructor(kind: MonitorError['kind'], problem: string, advice: string, options?: ErrorOptions) {
    super(problem, options)
    this.name = 'MonitorError'
    this.kind = kind
    this.advice = advice
  }
}

export interface StateStore {
  readonly load: () => Promise<MonitorState>
  readonly save: (state: MonitorState) => Promise<void>
}

interface Stored extends MonitorState {
  format: string
  chain: string
  writer: string
}

const format = 'flow-query monitor 2'
const olderFormat = 'flow-query monitor 1'

export function memoryStore(): StateStore {
  return { load: async () => emptyState, save: async () => {} }
}

export function fileStore(path: string, chain: string): StateStore {
  const writer = randomUUID()
  let hasWritten = false
  const start = `${JSON.stringify({ format, chain, writer }).slice(0, -1)},`

  async function read(): Promise<Partial<Stored> | undefined> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    // If the disk is full, an empty file can remain.
    if (text.trim() === '') return undefined
    const stored = parsed(text)
    if (stored?.format === olderFormat)
      throw new MonitorError('state', `${path} was written by an older version of the monitor.`, useAnother)
    if (stored?.format !== format)
      throw new MonitorError('state', `${path} is not a state file of a monitor.`, useAnother)
    if (stored.chain !== chain)
      throw new MonitorError(
        'state',
        `${path} belongs to the chain ${stored.chain}, not to ${chain}.`,
        'Select another file with --state, or set --chain-id.',
      )
    return stored
  }

  /** Reads only the start of the file, because it can be large. */
  async function isStillOurs(): Promise<boolean> {
    if ((await startOf(path, Buffer.byteLength(start))) === start) return true
    const stored = await read()
    return stored === undefined || stored.writer === writer
  }

  return {
    async load() {
      const stored = await read().catch(error => {
        if (error instanceof MonitorError) throw error
        throw new MonitorError('state', `The state file ${path} can't be read: ${reasonOf(error)}.`, checkFile)
      })
      if (!stored) return emptyState
      const parsed = parseState(stored)
      if ('state' in parsed) return parsed.state
      throw new MonitorError('state', `The state file ${path} is damaged: ${parsed.problem}.`, useAnother)
    },
    async save(state) {
      if (hasWritten && !(await isStillOurs()))
        throw new MonitorError(
          'state',
          `Another monitor uses ${path} and has taken over.`,
          'Stop one of the two, or select another file with --state.',
        )
      await writeFileAtomic(path, `${start}${JSON.stringify(state).slice(1)}\n`, { mode: 0o600 })
      hasWritten = true
    },
  }
}

const checkFile = 'Make it readable and writable for this user, or select another file with --state.'

const useAnother =
  'Select another file with --state, or delete this one. Then alerts that are still open are sent again.'

async function startOf(path: string, bytes: number): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined)
  try {
    return (await file?.read({ buffer: Buffer.alloc(bytes) }))?.buffer.toString()
  } finally {
    await file?.close()
  }
}

function parsed(text: string): Partial<Stored> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Returns the description of the operating system, such as "no space left on device". */
export function reasonOf({ message }: Error): string {
  return message.replace(/^\w+: /, '').replace(/, .*/s, '')
}
