import { formatLabel, nameVerdict } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { useEffect, useRef } from 'react'
import { allowedStorage } from '../browser/allowed-storage'
import { useEndpoint } from '../node/EndpointProvider'
import { paths } from '../router/paths'
import type { FlowOrOwner } from './monitor'
import { storedList } from './stored-list'
import { useMonitor } from './use-monitor'

/** The key of the list with the flows and owners whose open pages show notifications. */
export const noticesKey = 'flow-explorer:page-notices'

/** Identifies the flow or owner of a chain in this list. */
export function noticeOf(lcd: string | null, target: FlowOrOwner): string {
  return `${lcd ?? 'embedded'} ${'flow' in target ? `flow ${target.flow}` : `owner ${target.owner}`}`
}

/** Returns the flows that need attention and didn't before, and remembers which flows of the chain need attention. */
export function newProblems(
  before: Map<string, boolean>,
  lcd: string | null,
  verdicts: readonly FlowVerdict[],
): FlowVerdict[] {
  return verdicts.filter(({ flow, needsAttention }) => {
    const key = noticeOf(lcd, { flow: flow.id })
    const isNew = needsAttention && before.get(key) === false
    before.set(key, needsAttention)
    return isNew
  })
}

/** Shows a notification when a flow of the page starts to need attention, if the user wants that and the site has no monitor. */
export function usePageNotices(verdicts: readonly FlowVerdict[]): void {
  const { lcd } = useEndpoint().endpoint
  const monitor = useMonitor()
  const before = useRef(new Map<string, boolean>())
  useEffect(() => {
    const problems = newProblems(before.current, lcd, verdicts)
    if (problems.length === 0 || monitor) return
    const wanted = storedList(allowedStorage('localStorage'), noticesKey)
    for (const verdict of problems) {
      const { id, owner } = verdict.flow
      const targets = [{ flow: id }, { owner }]
      if (targets.some(target => wanted.includes(noticeOf(lcd, target)))) void showNotice(verdict)
    }
  }, [lcd, monitor, verdicts])
}

async function showNotice(verdict: FlowVerdict): Promise<void> {
  const { flow } = verdict
  const worker = await navigator.serviceWorker?.getRegistration()
  const options = {
    body: `Flow ${flow.id} needs attention.`,
    tag: `flow ${flow.id}`,
    data: { url: paths.flow(flow.id) },
  }
  // It fails if the user has withdrawn the permission.
  await worker?.showNotification(`${formatLabel(flow)}: ${nameVerdict(verdict)}`, options).catch(() => {})
}
