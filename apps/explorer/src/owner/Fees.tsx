import type { FlowHistoryPage } from '@flow-query/core'
import { formatCount } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { useFlowClient } from '@flow-query/react'
import { newestRunsQueryOptions } from '@flow-query/react/insights'
import { useQueries } from '@tanstack/react-query'
import { Amounts } from '../accounts/Amounts'
import { sumCoins } from '../values/coins'

/** The fees of the newest runs of the checked flows. The checks keep these queries fresh. */
export function Fees({ verdicts, total }: { verdicts: readonly FlowVerdict[]; total: number | null }) {
  const client = useFlowClient()
  const fees = useQueries({
    queries: verdicts.map(({ flow }) => ({ ...newestRunsQueryOptions(client, flow), refetchOnMount: false })),
    combine: sumFees,
  })
  const feesTitle =
    verdicts.length === total
      ? 'Fees of recent runs'
      : `Fees of recent runs of ${formatCount(verdicts.length, 'checked flow')}`
  return (
    <span className="note" data-testid="owner-fees">
      {verdicts.length > 0 ? (
        <>
          {feesTitle}: <Amounts coins={fees} none="None" />
        </>
      ) : (
        <i className="bone wide" />
      )}
    </span>
  )
}

function sumFees(results: readonly { data: FlowHistoryPage | undefined }[]) {
  return sumCoins(results.flatMap(({ data }) => data?.history.flatMap(entry => entry.execFee) ?? []))
}
