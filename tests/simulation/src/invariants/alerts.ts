import { chainTime } from '@flow-query/core'
import { scanFlows } from '@flow-query/core/scan'
import { flowVerdict } from '@flow-query/insights'
import type { Alert } from '@flow-query/monitor'
import type { SimulatedMonitor } from '../monitor.js'
import type { World } from '../world.js'
import { hasStaleCollection, hasStaleFlow } from './freshness.js'

/** Checks that each failure and each recovery was alerted once. */
export async function checkAlerts(world: World): Promise<string[]> {
  const { monitor } = world
  if (!monitor) return []
  if (monitor.failure) return [`the monitor ended: ${monitor.failure}`]
  return [
    ...checkSequences(monitor.alerts),
    ...(await checkOpenAlerts(monitor, world)),
    ...checkDelivery(monitor, world),
  ]
}

/** An alert is opened and then resolved, both under one ID, which no other alert has. */
function checkSequences(alerts: readonly Alert[]): string[] {
  const problems: string[] = []
  const open = new Map<string, string>()
  const opened = new Set<string>()
  for (const { id, kind, status, flow } of alerts) {
    const subject = `${kind} ${flow?.id ?? 'node'}`
    const known = open.get(subject)
    if (status === 'open') {
      if (known !== undefined) problems.push(`${subject} was opened twice`)
      if (opened.has(id)) problems.push(`${subject} was opened again under the same ID`)
      opened.add(id)
      open.set(subject, id)
    } else {
      if (known !== id) problems.push(`${subject} was resolved under an ID that was not open`)
      open.delete(subject)
    }
  }
  return problems
}

async function checkOpenAlerts(monitor: SimulatedMonitor, { truth, staleUrls }: World): Promise<string[]> {
  const open = new Map<string, Alert>()
  for (const alert of monitor.alerts) {
    const subject = `${alert.kind} ${alert.flow?.id ?? 'node'}`
    if (alert.status === 'open') open.set(subject, alert)
    else open.delete(subject)
  }
  const expected = new Set<string>()
  const time = await chainTime(truth)
  for await (const flow of scanFlows(truth)) {
    const newest = await truth.flowHistory({ id: flow.id, limit: 100, reverse: true })
    const { health, needsAttention } = flowVerdict(flow, newest, null, time)
    const isStopped = health.state === 'ended' && health.stopped !== null && needsAttention
    const isFailing = health.state === 'failing' || (health.state === 'ended' && !health.stopped && needsAttention)
    if (isStopped) expected.add(`flow.stopped ${flow.id}`)
    if (isFailing) expected.add(`flow.failing ${flow.id}`)
  }
  const compared = hasStaleCollection('monitor', staleUrls) ? /^node/ : /^(flow\.(failing|stopped)|node)/
  const isCompared = (subject: string) =>
    compared.test(subject) && !hasStaleFlow('monitor', subject.replace(/.* /, ''), staleUrls)
  const missing = [...expected].filter(subject => !open.has(subject))
  const outdated = [...open.keys()].filter(subject => !expected.has(subject))
  return [
    ...missing.filter(isCompared).map(subject => `there is no open alert ${subject}`),
    ...outdated.filter(isCompared).map(subject => `the alert ${subject} is still open`),
  ]
}

function checkDelivery(monitor: SimulatedMonitor, { receiver }: World): string[] {
  const waiting = new Map(monitor.state?.outbox.messages.map(message => [message.id, message]))
  const lost = [...monitor.messages].filter(id => !receiver.accepted.has(id) && !waiting.has(id))
  const failed = [...waiting.values()].filter(({ attempts }) => attempts > 0)
  // After a failure, other messages wait for the next attempt. Messages about one alert keep their order.
  const late = [...waiting.values()].filter(
    ({ attempts, alerts, nextAttempt }) =>
      attempts === 0 &&
      !failed.some(other => nextAttempt >= other.nextAttempt || haveCommonAlert(alerts, other.alerts)),
  )
  return [
    ...lost.map(id => `the message ${id} was neither accepted nor is it waiting`),
    ...late.map(({ id }) => `the message ${id} was not sent`),
    ...receiver.needless.slice(monitor.kills).map(id => `the message ${id} was sent again after it was accepted`),
    ...receiver.rejected.map(problem => `the receiver rejected a message: ${problem}`),
  ]
}

function haveCommonAlert(some: readonly Alert[], others: readonly Alert[]): boolean {
  return some.some(({ id }) => others.some(other => other.id === id))
}
