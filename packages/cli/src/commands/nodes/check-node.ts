import { createFlowClient, isFlowQueryError } from '@flow-query/core'
import { formatCount } from '@flow-query/format'
import { errorSteps, heightSteps } from '../../check-node/errors.js'
import { eventSteps } from '../../check-node/events.js'
import type { Finding, Step, StepStatus } from '../../check-node/finding.js'
import { forecastSteps } from '../../check-node/forecast.js'
import { pageSteps } from '../../check-node/pages.js'
import { pagingSteps } from '../../check-node/paging.js'
import { findNode, knownVersions } from '../../check-node/presence.js'
import { createProbe, type Node, Unanswered } from '../../check-node/probe.js'
import { routeSteps, type Samples } from '../../check-node/routes.js'
import { address, type Define, examples } from '../../definition.js'
import { messageOf } from '../../failure.js'
import { redacted, withoutTrailingSlashes } from '../../node/address.js'
import { chainOf } from '../../node/client.js'
import { type Context, ExitStatus, type Settings } from '../../settings.js'
import { commandLine } from '../../suggestion.js'
import { wrap } from '../../terminal/details.js'
import { createOutput, dim, type Look, type Output } from '../../terminal/output.js'

const maximumUnanswered = 2

export const define: Define = (command, context) =>
  command
    .argument('[url]', 'REST endpoint of the node (default: --lcd)', address)
    .addHelpText('after', examples('check-node http://127.0.0.1:1317', 'check-node --lcd http://127.0.0.1:1317 --json'))
    .action(url => run(context(), url))

async function run(context: Context, address: string | undefined): Promise<void> {
  const { signal } = context
  const settings = address === undefined ? context.settings : settingsFor(context.settings, address)
  const output = createOutput(context)
  const chain = await chainOf({ ...context, settings })
  const { fetch = globalThis.fetch, WebSocket } = chain
  const [url = '', ...others] = [chain.lcd].flat()
  if (others.length > 0) output.note(`Checking only ${url}. To check another node, pass its URL.`)
  const { service = 'intento', timeout = 5_000, pathVersion } = settings
  // Without an RPC endpoint, the URL of the LCD is tried, and a failure is no problem.
  const rpc = chain.rpc === undefined || chain.rpc === url ? null : chain.rpc
  const versions = knownVersions.filter(({ name }) => pathVersion === 'auto' || name === pathVersion)
  const findings: Finding[] = []
  const report = async ({ text, ...found }: Finding) => {
    // Errors and redirects of a node can contain credentials.
    const finding = { ...found, text: redacted(text) }
    findings.push(finding)
    if (!settings.json) await print(output, finding)
  }

  const { findings: first, found } = await findNode({ url, service, versions, timeout, signal, fetch })
  for (const finding of first) await report(finding)
  if (found) {
    const { version } = found
    const node: Node = {
      ...found,
      client: createFlowClient({
        lcd: url,
        versions: [version],
        service,
        timeout,
        retries: 0,
        fetch: abortable(fetch, signal),
      }),
    }
    const samples: Samples = { first: undefined, newest: undefined, agent: undefined }
    const steps = [
      ...routeSteps(node, samples),
      ...pagingSteps(node, samples),
      ...errorSteps(node, samples),
      ...heightSteps(node),
      ...pageSteps(node),
      ...forecastSteps(node, samples, createProbe(`${withoutTrailingSlashes(url)}/`, { timeout, signal, fetch })),
      ...eventSteps({ rpc, lcd: url, client: node.client, WebSocket, timeout, signal }),
    ]
    for await (const finding of findingsOf(steps, signal)) await report(finding)
  }

  const version = found?.version.name ?? null
  if (settings.json) await output.json({ url, version, findings })
  else {
    await printSummary(output, version, findings)
    if (version !== null && context.terminal.stderr.isTTY)
      output.note(dim(`To list its newest flows, run: ${commandLine({ ...context, settings }, 'flows --reverse')}`))
  }
  if (findings.some(({ status }) => status === 'fails')) throw new ExitStatus(1)
}

function settingsFor({ embedded: _, chainName: __, ...settings }: Settings, address: string): Settings {
  return { ...settings, lcd: [address] }
}

function abortable(fetch: typeof globalThis.fetch, signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any(init?.signal ? [signal, init.signal] : [signal]) })
}

/** Runs one step at a time, to limit the load on the node. */
async function* findingsOf(steps: readonly Step[], signal: AbortSignal): AsyncGenerator<Finding> {
  let unanswered = 0
  for (const { group, topic, run } of steps) {
    signal.throwIfAborted()
    if (unanswered >= maximumUnanswered) {
      yield { group, topic, status: 'skipped', text: 'the node stopped responding' }
      continue
    }
    try {
      const result = await run()
      if (result.status !== 'skipped') unanswered = 0
      yield { group, topic, ...result }
    } catch (error) {
      signal.throwIfAborted()
      const gone =
        error instanceof Unanswered || isFlowQueryError(error, 'timeout') || isFlowQueryError(error, 'network')
      unanswered = gone ? unanswered + 1 : 0
      yield { group, topic, status: 'fails', text: messageOf(error) }
    }
  }
}

const looks: Readonly<Record<StepStatus, Look>> = { pass: 'green', differs: 'yellow', fails: 'red', skipped: 'dim' }
const topicWidth = 33

async function print(output: Output, { status, topic, text }: Finding): Promise<void> {
  const head = [{ text: status.padEnd(9), look: looks[status] }, topic.padEnd(topicWidth)]
  const indentation = 9 + topicWidth
  const lines = wrap(output, status === 'pass' ? dim(text) : text, indentation)
  await output.write(`${output.paint(head)}${lines.replaceAll('\n', `\n${' '.repeat(indentation)}`)}\n`)
}

async function printSummary(output: Output, version: string | null, findings: readonly Finding[]): Promise<void> {
  const count = (wanted: StepStatus) => findings.filter(({ status }) => status === wanted).length
  await output.line()
  if (version === null) return output.line('There is no node with the flows API at this URL.')
  const failed = count('fails')
  const counts = `${count('pass')} passed, ${count('differs')} different, ${failed} failed, ${count('skipped')} skipped.`
  const conclusion = failed
    ? `This ${version} node has ${formatCount(failed, 'problem')}`
    : `This ${version} node works with flow-query`
  await output.line(`${conclusion}: ${counts}`)
}
