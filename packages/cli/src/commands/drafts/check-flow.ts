import { createReadStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { toDate } from '@flow-query/core'
import {
  type CheckExplanation,
  explainCheck,
  formatAmount,
  formatCount,
  formatRelativeTime,
  formatTime,
} from '@flow-query/format'
import { checkFlow, draftMessage, type FlowCheck, parseDraft, readDraftFacts } from '@flow-query/insights/draft'
import type { ForecastOutcome, ForecastRun } from '@flow-query/insights/forecast'
import { type Define, examples } from '../../definition.js'
import { outcomePart } from '../../flows.js'
import { accessOf } from '../../node/client.js'
import { type Context, ExitStatus, UsageError } from '../../settings.js'
import { printWrapped } from '../../terminal/details.js'
import { bold, createOutput, dim, type Look, type Output, type Part } from '../../terminal/output.js'
import { printTable } from '../../terminal/table.js'
import { linkOf, type PortalOptions } from './portal.js'

interface CheckOptions extends PortalOptions {
  owner?: string
  link?: true
}

/** The exit code if the chain would refuse the flow, or if its runs would fail. */
const willNotWork = 3
const firstRuns = 5

export const define: Define = (command, context) =>
  command
    .argument(
      '<file>',
      'JSON file with a MsgSubmitFlow, a transaction that contains one, or a FlowInput of the portal. "-" reads standard input',
    )
    .option('--owner <address>', 'owner of the flow, if the file has none')
    .option('--link', 'also print a link to the portal, where the owner signs the flow')
    .option('--portal <url>', 'URL of the portal (default: https://portal.intento.zone)')
    .addHelpText(
      'after',
      examples(
        'draft 14 --embedded > draft.json',
        'check-flow draft.json --embedded',
        'draft 14 --embedded | flow-query check-flow - --embedded',
      ),
    )
    .action((file, options) => run(context(), file, options))

async function run(context: Context, file: string, { owner, link, portal }: CheckOptions): Promise<void> {
  if (context.settings.height !== undefined)
    throw new UsageError('check-flow always uses the newest block.', 'Remove --height.')
  const output = createOutput(context)
  const access = await accessOf(context)
  const draft = parseDraft(await read(file, context), { owner })
  const facts = await readDraftFacts(access.client, draft, access.options)
  const check = checkFlow(draft, facts, facts.time)
  const words = explainCheck(check)
  const url = link ? linkOf(draft, output, { ...(portal && { portal }) }) : null
  if (context.settings.json)
    await output.json({ draft: draftMessage(draft), ...inWords(check, words), ...(url && { link: url }) })
  else {
    await print(output, check, words, toDate(facts.time.block)?.getTime() ?? Date.now())
    if (url) await output.line(url)
  }
  if (check.verdict === 'refused' || check.verdict === 'willFail') throw new ExitStatus(willNotWork)
}

/** A transaction in a block has at most a few megabytes. */
const mostMegabytes = 5
/** A draft can have thousands of problems. `--json` prints all of them. */
const mostProblems = 100

async function read(file: string, { terminal, signal }: Context): Promise<string> {
  try {
    const stream = addAbortSignal(signal, file === '-' ? terminal.stdin : createReadStream(file))
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of stream) {
      chunks.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes > mostMegabytes * 1e6) throw new Error(`it has more than ${mostMegabytes} MB.`)
    }
    // Without this check, a wrong encoding would change the label without a warning.
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (error) {
    throw new UsageError(
      `${file} can't be read: ${error instanceof Error ? error.message : error}`,
      'Pass the path of a JSON file in UTF-8, or "-" for standard input.',
    )
  }
}

function inWords({ problems, ...check }: FlowCheck, { title, cost, basis, problems: explained }: CheckExplanation) {
  return {
    ...check,
    problems: explained.map(({ problem, sentence, remedy }) => ({ ...problem, words: { sentence, remedy } })),
    words: { title, cost, basis },
  }
}

const looks: Readonly<Record<FlowCheck['verdict'], Look>> = {
  refused: 'red',
  willFail: 'red',
  atRisk: 'yellow',
  good: 'green',
  unknown: 'yellow',
}

async function print(output: Output, check: FlowCheck, words: CheckExplanation, now: number): Promise<void> {
  await printWrapped(output, { text: `${words.title}.`, look: looks[check.verdict] })
  for (const { problem, sentence, remedy } of words.problems.slice(0, mostProblems)) {
    await output.line()
    await output.line(bold(problem.path || 'The flow'))
    await printWrapped(output, remedy ? `${sentence} ${remedy}` : sentence, 2)
  }
  const more = words.problems.length - mostProblems
  if (more > 0) {
    await output.line()
    await output.line(`And ${formatCount(more, 'more problem')}`)
  }
  const notes = [words.cost, ...words.basis].filter(note => note !== null)
  if (notes.length > 0) await output.line()
  for (const note of notes) await printWrapped(output, note)
  await printRuns(output, check, now)
}

async function printRuns(output: Output, { runs, cost }: FlowCheck, now: number): Promise<void> {
  if (runs.length === 0) return
  const shown = runs.slice(0, firstRuns)
  await output.line()
  await output.line(bold('First runs'), dim(`  ${shown.length} of ${cost?.scheduled ?? runs.length}`))
  const inTerminal = Number.isFinite(output.columns)
  await printTable(
    output,
    [
      { title: 'Run', cell: ({ number }) => `${number ?? ''}`, right: true },
      {
        title: 'Due',
        cell: ({ time }) => (inTerminal ? formatRelativeTime(toDate(time)?.getTime() ?? now, now) : formatTime(time)),
      },
      { title: 'Expected', cell: ({ outcome }: ForecastRun) => expectedPart(outcome) },
      { title: 'Fee', cell: ({ fee }) => (fee ? formatAmount(fee) : ''), right: true },
      { title: 'Balance', cell: ({ balance }) => (balance ? formatAmount(balance) : ''), right: true },
    ],
    shown,
  )
}

function expectedPart(outcome: ForecastOutcome): Part {
  return outcome === 'unknown' ? { text: '? Unknown', look: 'yellow' } : outcomePart(outcome)
}
