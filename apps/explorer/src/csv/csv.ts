import { type BlockTime, type Flow, flowStatus, type TrustlessAgent } from '@flow-query/core'
import { describeAgentFee, describeFlow, describeVerdict, formatCsv, phraseText, statusNames } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { connections } from '../filters/filters'
import { willRunAgain } from '../runs/executions'

// This file is a separate entry point, which a page loads when the user exports a list.

export { formatRunsCsv } from '@flow-query/format'

/** `verdicts` contains the verdicts of the flows that have been checked, by id. */
export function flowsCsv(flows: readonly Flow[], time: BlockTime, verdicts?: ReadonlyMap<string, FlowVerdict>): string {
  return formatCsv(
    [
      'ID',
      'Label',
      'Description',
      'Owner',
      'Status',
      ...(verdicts ? ['Verdict', 'Forecast'] : []),
      'Next run',
      'Interval',
      'Start',
      'End',
      'Message types',
      'Connections',
      'Trustless agent',
      'Fee account',
    ],
    flows.map(flow => [
      flow.id,
      flow.label,
      describeFlow(flow),
      flow.owner,
      statusNames[flowStatus(flow, time)],
      ...(verdicts ? verdictFields(verdicts.get(flow.id)) : []),
      willRunAgain(flow, time) ? flow.execTime : '',
      flow.interval,
      flow.startTime,
      flow.endTime,
      flow.msgs.map(message => message['@type']).join(' '),
      connections([flow]).join(' '),
      flow.trustlessAgent?.agentAddress ?? '',
      flow.feeAddress,
    ]),
  )
}

/** Without a forecast, a verdict only judges past runs. */
function verdictFields(verdict: FlowVerdict | undefined): [verdict: string, forecast: string] {
  if (!verdict) return ['', '']
  const isOver = verdict.health.state === 'ended'
  return [phraseText(describeVerdict(verdict)), isOver ? '' : verdict.forecast ? 'Made' : 'Not made']
}

export function agentsCsv(agents: readonly TrustlessAgent[]): string {
  return formatCsv(
    ['Agent', 'Connection', 'Fee per run', 'Fee admin'],
    agents.map(agent => [
      agent.agentAddress,
      agent.icaConfig.connectionId,
      describeAgentFee(agent),
      agent.feeConfig.feeAdmin,
    ]),
  )
}

/** Returns a file name such as `flows-intento-1-2026-11-23.csv`. */
export function csvName(list: string, chain: string, now: number): string {
  const name = `${list}-${chain}-${new Date(now).toISOString().slice(0, 10)}`
  return `${name.toLowerCase().replace(/[^a-z\d.-]+/g, '-')}.csv`
}
