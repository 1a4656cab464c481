import type { Flow, FlowClient, FlowHistoryEntry, PageArgs } from '@flow-query/core'
import { followPages, type ListPage } from '@flow-query/core/scan'
import type { NumberedRun, TimeRange } from '@flow-query/format'
import { timeOfRun } from '../runs/executions'

interface ReadRunsOptions {
  signal: AbortSignal
  /** Called with the number of flows whose runs have been read. */
  onProgress: (read: number) => void
}

/** A low number, to leave capacity for other users of the node. */
const concurrency = 4

/** Reads the runs of several flows in a period, newest first. */
export async function readRuns(
  client: FlowClient,
  flows: readonly Flow[],
  range: TimeRange,
  { signal, onProgress }: ReadRunsOptions,
): Promise<NumberedRun[]> {
  const runs: NumberedRun[] = []
  const waiting = flows.values()
  let read = 0
  async function readNext() {
    for (const flow of waiting) {
      for await (const run of runsOf(client, flow, range.start, signal))
        if (timeOfRun(run.entry) < range.end) runs.push(run)
      onProgress(++read)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, readNext))
  return runs.sort((one, other) => timeOfRun(other.entry) - timeOfRun(one.entry))
}

async function* runsOf(
  client: FlowClient,
  flow: Flow,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<NumberedRun> {
  const readPage = async (page: PageArgs): Promise<ListPage<FlowHistoryEntry>> => {
    const { history: items, ...info } = await client.flowHistory({ id: flow.id, ...page }, { signal })
    return { items, ...info }
  }
  let number: number | null = null
  for await (const { items, total } of followPages(readPage, { reverse: true, countTotal: true })) {
    number ??= total ?? 0
    for (const entry of items) {
      if (timeOfRun(entry) < start) return
      yield { flow, number: number--, entry }
    }
  }
}
