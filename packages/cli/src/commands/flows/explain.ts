import { describeFlow, describeLateBlock, describeNextRuns } from '@flow-query/format'
import { readHealth, summarizeHistory } from '@flow-query/insights'
import { type Define, examples, flowId } from '../../definition.js'
import { titleOf } from '../../flows.js'
import { accessOf, readTime } from '../../node/client.js'
import type { Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { printWrapped } from '../../terminal/details.js'
import { createOutput } from '../../terminal/output.js'
import { paragraph, printVerdict, readVerdict, verdictInWords, verdictJson } from '../../verdict.js'

export const define: Define = (command, context) =>
  command
    .argument('<id>', 'flow ID', flowId)
    .addHelpText('after', examples('explain 14 --embedded', 'explain 14 --json --embedded'))
    .action(id => run(context(), id))

async function run(context: Context, id: string): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client, height, options } = access
  const time = await readTime(access)
  const state = await readHealth(client, { id, time, height }, options)
  const { flow } = state
  const does = describeFlow(flow)
  const verdict = await readVerdict(output, access, state, time)
  const { forecast } = verdict
  const next = describeNextRuns(flow, time, { newest: state.newest.history[0], forecast })
  if (context.settings.json) {
    const summary = summarizeHistory(state.newest, flow, time)
    return output.json({
      flow,
      health: state.health,
      verdict: verdictJson(verdict),
      summary,
      words: { does, ...verdictInWords(verdict, state, time), next },
    })
  }
  await printWrapped(output, titleOf(flow))
  await printWrapped(output, does)
  await output.line()
  await printVerdict(output, verdict, state, time)
  await output.line()
  // Unless the verdict is about a future run, the title already says that the chain makes no blocks.
  const late = verdict.failure && describeLateBlock(time)
  await printWrapped(output, [paragraph([next]), late ? ` ${late}` : ''])
  if (state.health.state === 'ended') suggest(context, output, 'list its runs', `history ${id}`)
  else suggest(context, output, 'find out whether its next runs will work', `forecast ${id}`)
}
