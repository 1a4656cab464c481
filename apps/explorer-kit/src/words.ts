import type { FlowQueryErrorKind } from '@flow-query/core'
import {
  explainMissingAccount,
  formatCount,
  formatNumber,
  noConditions,
  outcomeNames,
  statusMeanings,
  statusNames,
} from '@flow-query/words'
import type { Sort } from './flows.js'

/** What stands on the pages, the same in every framework. Sentences about data are in the files that know the data. */
export const words = {
  name: 'Flow Explorer',
  title: (page: string) => `${page} · Flow Explorer`,
  skipToContent: 'Skip to content',
  navigation: 'Pages',

  statuses: statusNames,
  statusMeaning: statusMeanings,
  outcomes: outcomeNames,

  flows: {
    title: 'Flows',
    search: 'Find a flow or an owner',
    searchHint: 'Flow id or owner address',
    searchButton: 'Go',
    searchWrong: 'A flow id is a whole number; an owner is an address such as into1htj0…4xqt07.',
    filter: 'Status',
    all: 'All',
    sort: 'Order',
    sorts: { newest: 'Newest first', next: 'Next run first', label: 'By label' } satisfies Record<Sort, string>,
    columns: { id: 'Id', flow: 'Flow', owner: 'Owner', status: 'Status', next: 'Next run' },
    /** A filter and an order see what is there, not what is still on the node. */
    ofLoaded: (shown: number, loaded: number, total: number | null) =>
      `${formatNumber(shown)} of the ${formatCount(loaded, 'flow')} loaded so far${total !== null && total > loaded ? `; the chain has ${formatNumber(total)}` : ''}.`,
    more: 'Load more flows',
    loadingMore: 'Loading more flows…',
    end: (count: number) => (count === 1 ? 'That is the only one.' : `That is all ${formatNumber(count)} of them.`),
    empty: 'No flows yet',
    emptyHelp: 'Nobody has made a flow on this chain. The first one will show up here by itself.',
    emptyFilter: 'None of the loaded flows has this status',
    emptyFilterHelp: 'Load more flows, or look at all of them.',
    showAll: 'Show all',
  },

  flow: {
    title: (id: string) => `Flow ${id}`,
    overline: 'Flow',
    noLabel: 'No label',
    accounts: 'Accounts and rules',
    owner: 'Owner',
    ownerFlows: 'All their flows',
    feeAddress: 'Fee account',
    nextRun: 'Next run',
    lastRun: 'Last run',
    noNext: 'None',
    notYet: 'Not yet',
    runs: 'Runs so far',
    failures: (failed: number, unanswered: number, of: number) => {
      if (of === 1) return failed ? 'It failed' : unanswered ? 'It was never answered' : 'It has not failed'
      const some = failed ? formatNumber(failed) : 'None'
      if (unanswered) return `${some} failed, ${formatNumber(unanswered)} unanswered of ${formatNumber(of)}`
      return `${some} of the last ${formatNumber(of)} failed`
    },
    fees: 'Fees',
    feesOf: (count: number) => (count === 1 ? 'of 1 run' : `of the last ${formatNumber(count)} runs`),
    noFees: 'None',
    schedule: 'Schedule',
    starts: 'Start',
    ends: 'End',
    legend: { run: 'past run', now: 'now', next: 'next run' },
    updated: 'Changed',
    updates: (count: number) => (count > 1 ? `, ${formatCount(count, 'time')} in all` : ''),
    messages: 'What it does',
    json: 'JSON',
    conditions: 'Conditions',
    configuration: 'Configuration',
    noConditions,
    accountOn: (connectionId: string) => `Interchain account on ${connectionId}`,
    accountMissing: explainMissingAccount,
    agent: 'Trustless agent',
    agentAccount: (connectionId: string) => `The agent’s account on ${connectionId}`,
    notFound: (id: string) => `There is no flow ${id}`,
    notFoundHelp: 'Flows are numbered from 1 without gaps, so this one is not made yet, or it lives on another chain.',
    badId: (id: string) => `“${id}” is no flow id`,
    badIdHelp: 'A flow id is a whole number, such as 14.',
  },

  history: {
    title: 'History',
    strip: (count: number) =>
      `The last ${formatCount(count, 'execution')}, newest right. Arrow keys move between them.`,
    legend: 'Height: fee. Newest right.',
    columns: { number: 'Run', time: 'When', outcome: 'Outcome', delay: 'Delay', fee: 'Fee' },
    more: 'Load older executions',
    loadingMore: 'Loading older executions…',
    empty: 'No executions yet',
    emptyHelp: (next: string) => `The first run is ${next}. It will show up here by itself.`,
    emptyOver: 'This flow is over and never ran.',
    execution: (number: number) => `Execution ${number}`,
    missing: (number: string) => `This flow has no execution ${number}.`,
    close: 'Close',
    planned: 'Planned',
    ran: 'Ran',
    after: (delay: string) => `${delay} after its time`,
    fee: 'Fee',
    noFee: 'None',
    packets: 'Packets',
    noPackets: 'None: nothing was sent to another chain',
    responses: 'Responses',
    responsesNotKept: 'Not kept: this flow does not keep the responses to its messages.',
    noResponses: 'None',
    queries: 'Query answers',
    raw: 'raw',
    bytes: (size: number) => `${formatCount(size, 'byte')}, not text`,
    chainSaid: 'The chain said',
  },

  owner: {
    title: 'Owner',
    accounts: 'Interchain accounts',
    accountsHelp: 'Each connection has an account of its own for this owner on the other chain.',
    connection: 'Connection',
    connectionHint: 'connection-0',
    lookUp: 'Look up',
    flows: 'Flows',
    empty: 'No flows',
    emptyHelp: 'This address is valid, but owns no flow on this chain. Was it made with another account?',
    badAddress: 'This is no address',
    badAddressHelp: 'It has a typing mistake somewhere. Copy it whole, from a wallet or a list of flows.',
    more: 'Load more flows',
  },

  params: {
    title: 'Parameters',
    intro: 'What the chain asks of every flow, set by its governance.',
    columns: { name: 'Parameter', value: 'Value' },
  },

  notFound: {
    title: 'There is no such page',
    help: 'The address may have a typing mistake, or the link is older than this page.',
    toFlows: 'See all flows',
  },

  /** Something in a page went wrong that no node is to blame for. */
  crash: {
    title: 'This page broke',
    help: 'It is a mistake of the explorer, not of your flow. Loading the page again may help.',
    reload: 'Load again',
  },

  endpoint: {
    open: 'Endpoint',
    embedded: 'Demo chain',
    title: 'Where to read from',
    embeddedChoice: 'Demo chain in this page',
    embeddedHelp: 'Made-up flows that really run, with no server behind them.',
    lcdChoice: 'A node',
    lcd: 'Address of its LCD',
    lcdHint: 'https://lcd.example.org',
    rpc: 'Address of its RPC, for live updates',
    rpcHint: 'https://rpc.example.org (optional)',
    save: 'Use it',
    checking: 'Asking it…',
    cancel: 'Cancel',
    share: 'Copy link with this endpoint',
    switch: 'Another endpoint',
    ignored: (problem: string) => `The link you followed names a node that cannot be used. ${problem}`,
    dismiss: 'Dismiss',
    /** Why an address is refused before anything is sent. */
    problems: {
      empty: 'Enter the address of an LCD.',
      url: (text: string) => `“${text}” is no address. It should look like https://lcd.example.org`,
      protocol: (protocol: string) => `It starts with ${protocol}//, but an LCD is read over http:// or https://.`,
      credentials: 'It holds a user name or a password, which browsers refuse.',
      query: 'It has a ? or # part. The address of an LCD ends before that.',
      mixed: 'This page came over https://, and browsers then refuse to read from http://.',
      rpc: (problem: string) => `Its RPC cannot be used. ${problem}`,
    },
  },

  theme: { dark: 'Switch to dark', light: 'Switch to light' },

  live: {
    waiting: 'Waiting for an answer',
    ok: (ago: string) => `Updated ${ago}`,
    connected: 'Live',
    reconnecting: 'Reconnecting',
    failing: 'No answer',
    stale: (ago: string) => `This is what was known ${ago}. The page keeps asking.`,
    retry: 'Ask now',
  },

  copy: { label: (what: string) => `Copy ${what}`, done: 'Copied', failed: 'Could not be copied' },
  what: {
    owner: 'the owner',
    address: 'the address',
    feeAddress: 'the fee account',
    id: 'the id',
    denom: 'the denom',
    link: 'the link',
  },

  retry: 'Try again',
  /** Of errors that may pass. */
  keepsAsking: 'The page keeps asking.',
  details: 'Details',
  loading: 'Loading',

  /** By kind: what it is, and what somebody can do about it. */
  errors: {
    argument: [
      'The node cannot make sense of this',
      'An id or an address in the request is not a valid one. Look for a typing mistake.',
    ],
    notFound: ['Not found', 'The node knows nothing under this name. It may live on another chain.'],
    unsupported: [
      'This node does not answer such questions',
      'It may be no Intento node, or speak a version that this page does not know. Choose another endpoint.',
    ],
    tooLarge: ['The answer is too large', 'The node refuses to send that much at once.'],
    rateLimited: ['Asked too often', 'The node wants a pause before it answers again.'],
    node: ['The node has a problem', 'It is there, but cannot answer at the moment. Another endpoint may.'],
    network: [
      'No connection to the node',
      'It may be down, its address may be wrong, or it may not let pages of other sites read from it (CORS).',
    ],
    timeout: ['The node does not answer in time', 'It may be overloaded. Another endpoint may be faster.'],
    decode: [
      'An answer that cannot be read',
      'Something answers, but not as a node with flows does. Is the address right?',
    ],
    other: ['Something went wrong', 'Loading the page again may help.'],
  } satisfies Record<FlowQueryErrorKind | 'other', [title: string, help: string]>,
}
