import { formatCount, formatNumber } from '@flow-query/format'

/** The text about the runs of a flow. */
export const runWords = {
  title: 'Runs',
  picture: (count: number) =>
    `The last ${formatCount(count, 'run')}, newest on the right. Use the arrow keys to move between runs.`,
  pictureTitle: (count: number) =>
    count === 1 ? 'Fee of the last run' : `Fees of the last ${formatCount(count, 'run')}`,
  columns: { number: 'Run', time: 'Time', outcome: 'Outcome', delay: 'Delay', fee: 'Fee' },
  filter: 'Outcome',
  all: 'All outcomes',
  found: (shown: number, loaded: number) => `${formatNumber(shown)} of the last ${formatCount(loaded, 'run')}`,
  more: 'Load older runs',
  loadingMore: 'Loading older runs…',
  empty: 'No runs yet',
  emptyHelp: (next: string) => `The first run is ${next}. It will appear here automatically.`,
  emptyOver: 'This flow has ended and never ran.',
  execution: (number: number) => `Run ${number}`,
  missing: (number: string) => `This flow has no run ${number}.`,
  close: 'Close',
  planned: 'Scheduled',
  ran: 'Executed',
  after: (delay: string) => `${delay} late`,
  fee: 'Fee',
  noFee: 'None',
  packets: 'Packets',
  noPackets: 'None. This run sent nothing to another chain.',
  responses: 'Responses',
  responsesNotKept: 'Not saved. This flow does not save the responses to its messages.',
  noResponses: 'None',
  queries: 'Query responses',
  raw: 'raw',
  bytes: (size: number) => `${formatCount(size, 'byte')} of binary data`,
  chainSaid: 'Message from the chain',
}
