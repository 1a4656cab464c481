import { formatLabel, nameVerdict } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { useEffect, useRef } from 'react'
import { allowedStorage } from '../browser/allowed-storage'
import { useEndpoint } from '../node/EndpointProvider'
import { paths } from '../router/paths'
import type { FlowOrOwner } from './monitor'
import { storedList } from './stored-list'

/** The key of the list with the flows and owners whose open pages show notifications. */
export const noticesKey = 'flow-explorer:page-notices'

/** Identifies the flow or owner of a chain in this list. */
export function noticeOf(lcd: string | null, target: FlowOrOwner): string {
  return `${lcd ?? 'embedded'} ${'flow' in target ? `flow ${target.flow}` : `owner ${target.owner}`}`
}

/** Whether the user wants notifications about a flow or an owner while its page is open. */
export function hasPageNotice(lcd: string | null, target: FlowOrOwner): boolean {
  return storedList(allowedStorage('localStorage'), noticesKey).includes(noticeOf(lcd, target))
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

/** Shows a notification when a flow of the page starts to need attention, if the user wants that. */
export function usePageNotices(verdicts: readonly FlowVerdict[]): void {
  const { lcd } = useEndpoint().endpoint
  const before = useRef(new Map<string, boolean>())
  useEffect(() => {
    const problems = newProblems(before.current, lcd, verdicts)
    for (const verdict of problems) {
      const { id, owner } = verdict.flow
      if (hasPageNotice(lcd, { flow: id }) || hasPageNotice(lcd, { owner })) void showNotice(verdict)
    }
  }, [lcd, verdicts])
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
