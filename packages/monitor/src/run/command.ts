import type { FlowClientOptions } from '@flow-query/core'
import { formatCount } from '@flow-query/format'
import type { Alert } from '../alerts/alert.js'
import { bodyOf, type MessageFormat, textOfAlert } from '../alerts/formats.js'
import type { MonitorReady } from '../alerts/monitor.js'
import { addAlerts, emptyOutbox } from '../alerts/outbox.js'
import { isDatabaseUrl } from '../subscriptions/store.js'
import { dryRunMonitor, isForSubscribersOnly, type MonitorFlowsOptions, monitorFlows } from './run.js'

export interface MonitorCommandOptions
  extends Pick<
    MonitorFlowsOptions,
    | 'owners'
    | 'ids'
    | 'chainId'
    | 'digest'
    | 'heartbeat'
    | 'minRuns'
    | 'minTime'
    | 'within'
    | 'stateFile'
    | 'subscriptions'
  > {
  webhook?: string | undefined
  format?: MessageFormat | undefined
  secret?: string | readonly string[] | undefined
  dryRun?: boolean | undefined
  json?: boolean | undefined
}

export interface MonitorCommandOutput {
  line: (text: string) => void
  note: (text: string) => void
  /** Returns a command of the command line that reads the same node. */
  commandLine: (command: string) => string
}

export async function runMonitor(
  chain: FlowClientOptions,
  { webhook: url, format, secret, dryRun, json, ...options }: MonitorCommandOptions,
  { line, note, commandLine }: MonitorCommandOutput,
  signal: AbortSignal,
): Promise<void> {
  const webhook = url === undefined ? undefined : { url, format, secret }
  if (dryRun) {
    const messages = await dryRunMonitor(chain, { ...options, webhook, format, signal })
    // The format `standard` is for programs, so a dry run prints JSON.
    const isForPeople = format !== undefined && format !== 'standard' && !json
    for (const { body, text } of messages) line(isForPeople ? text : body)
    note(
      messages.length === 0
        ? 'No message would be sent, because no flow needs attention.'
        : `${messages.length === 1 ? 'This message' : `These ${messages.length} messages`} would be sent. To send them, run the command without --dry-run.`,
    )
    return
  }
  note(`${receiversOf({ ...options, webhook })} Press Ctrl-C to stop.`)
  const name = options.chainId ?? ''
  const print = (alert: Alert) => line(json ? bodyOfAlert(alert, name) : textWithNext(alert, commandLine))
  const onReady = ({ flows, open }: MonitorReady) => {
    const state = flows > 0 ? `${stateOf(flows, open)} ` : ''
    note(`${state}${placeOf(options)}${isForSubscribersOnly({ ...options, webhook }) ? '' : ' New alerts follow.'}`)
  }
  const onOpen = (url: string) => note(`Subscriptions are open at ${url}.`)
  const subscriptions = options.subscriptions && { ...options.subscriptions, onOpen }
  await monitorFlows(chain, { ...options, subscriptions, webhook, signal, onAlert: print, onNote: note, onReady })
}

function receiversOf(options: Omit<MonitorFlowsOptions, 'signal'>): string {
  if (options.webhook) return 'Alerts are sent to the webhook and printed.'
  if (isForSubscribersOnly(options)) return 'Alerts are sent to subscribers.'
  return 'Alerts are only printed. To send them, pass --webhook.'
}

function stateOf(flows: number, open: number): string {
  const problems = open === 0 ? 'no problems' : formatCount(open, 'problem')
  return `Checked ${formatCount(flows, 'flow')} and found ${problems}.`
}

function placeOf({ stateFile, subscriptions }: MonitorCommandOptions): string {
  if (subscriptions && isDatabaseUrl(subscriptions.store)) return 'Open alerts are in the database.'
  return stateFile === undefined
    ? 'Open alerts are only in memory, so a restart prints them again. To keep them, pass --state.'
    : `Open alerts are in ${stateFile}.`
}

function bodyOfAlert(alert: Alert, chain: string): string {
  const [message] = addAlerts(emptyOutbox, [alert], 0, 0).messages
  return message ? bodyOf('standard', message, chain, new URL('https://example.org')).body : ''
}

function textWithNext(alert: Alert, commandLine: MonitorCommandOutput['commandLine']): string {
  const { flow, kind, status } = alert
  const text = textOfAlert(alert)
  if (status === 'resolved' || !flow) return text
  const command = kind === 'flow.failing' || kind === 'flow.stopped' ? 'explain' : 'forecast'
  return `${text}\nFor details, run: ${commandLine(`${command} ${flow.id}`)}`
}
