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
import type { HealthFilter, Sort } from './filters.js'

/** What stands on the pages, the same in every framework. Sentences about data are in the files that know the data. */
export const words = {
  name: 'Flow Explorer',
  title: (page: string) => `${page} · Flow Explorer`,
  skipToContent: 'Skip to content',
  navigation: 'Pages',
  docs: 'Documentation of flow-query',

  statuses: statusNames,
  statusMeaning: statusMeanings,
  outcomes: outcomeNames,

  search: {
    label: 'Find a flow, an owner or words',
    hint: 'Id, owner or words',
    button: 'Search',
  },

  overview: {
    title: 'Overview',
    reading: (done: number, of: number | null) =>
      of === null
        ? `${formatCount(done, 'flow')} read so far`
        : `${formatNumber(done)} of ${formatCount(of, 'flow')} read`,
    readOn: 'Go on',
    attention: 'Needs attention',
    attentionOf: (looked: number, all: number) =>
      looked < all ? `Of the ${formatNumber(looked)} flows that ran last.` : 'Most failures in a row first.',
    attentionAll: 'All that need attention',
    noAttention: 'None of them fails.',
    inARow: (failures: number) => `${formatNumber(failures)} in a row`,
    upcoming: 'What runs next',
    hour: 'Next hour',
    day: 'Next 24 hours',
    upcomingSum: (runs: number, most: number) => `${formatCount(runs, 'run')}, up to ${formatNumber(most)} at a time`,
    upcomingAll: 'All by next run',
    noUpcoming: 'Nothing is due.',
    newest: 'Newest runs',
    newestAll: 'All by last run',
    noRuns: 'Nothing has run yet.',
    owners: 'Busiest owners',
    ownerFlows: (flows: number) => formatCount(flows, 'flow'),
    burnt: 'Burnt so far',
  },

  flows: {
    title: 'Flows',
    words: 'Words',
    wordsHint: 'In label, id or owner',
    filters: 'Filters',
    status: 'State',
    health: 'Health',
    type: 'Message',
    connection: 'Connection',
    all: 'All',
    healths: {
      attention: 'Needs attention',
      failing: 'Failing',
      waiting: 'Waiting',
      healthy: 'Healthy',
    } satisfies Record<HealthFilter, string>,
    sort: 'Order',
    sorts: {
      newest: 'Newest first',
      next: 'Next run first',
      last: 'Last run first',
      label: 'By label',
    } satisfies Record<Sort, string>,
    columns: { id: 'Id', flow: 'Flow', owner: 'Owner', status: 'State', health: 'Health', next: 'Next run' },
    found: (shown: number, all: number) =>
      shown === all ? formatCount(all, 'flow') : `${formatNumber(shown)} of ${formatCount(all, 'flow')}`,
    /** Health takes a request for each flow. */
    foundAmong: (found: number, looked: number, all: number) =>
      looked < all
        ? `${formatNumber(found)} among the ${formatNumber(looked)} looked at, of ${formatCount(all, 'flow')}`
        : words.flows.found(found, all),
    lookOn: (more: number) => `Look at ${formatNumber(more)} more`,
    looking: 'Looking…',
    empty: 'No flows yet',
    emptyHelp: 'Nobody has made a flow on this chain. The first one will show up here by itself.',
    emptyFilter: 'No flow is like that',
    emptyFilterHelp: 'Take a filter away, or look at all of them.',
    showAll: 'Show all',
  },

  flow: {
    title: (id: string) => `Flow ${id}`,
    overline: 'Flow',
    noLabel: 'No label',
    accounts: 'Accounts',
    owner: 'Owner',
    feeAddress: 'Fee account',
    health: 'How it is',
    lookAtRun: (number: number) => `Look at run ${number}`,
    nextRun: 'Next run',
    lastRun: 'Last run',
    noNext: 'None',
    notYet: 'Not yet',
    success: 'Success rate',
    period: (runs: number, isWhole: boolean) => {
      if (runs === 0) return ''
      if (isWhole) return runs === 1 ? 'of its only run' : `of all ${formatNumber(runs)} runs`
      return `of the last ${formatCount(runs, 'run')}`
    },
    fees: 'Fees',
    noFees: 'None',
    delay: 'Delay',
    delayNote: (p95: string) => `rarely more than ${p95}`,
    schedule: 'Schedule',
    starts: 'Start',
    ends: 'End',
    legend: { run: 'past run', now: 'now', next: 'next run' },
    updated: 'Changed',
    updates: (count: number) => (count > 1 ? `, ${formatCount(count, 'time')} in all` : ''),
    messages: 'What it does',
    json: 'JSON',
    conditions: 'Conditions',
    configuration: 'Rules',
    noConditions,
    judged: {
      holds: 'Holds now',
      fails: 'Does not hold now',
      applies: 'Applies now',
      idle: 'Does not apply now',
      takes: (value: string) => `Takes ${value} now`,
      unknown: 'Not known yet',
    },
    found: (value: string) => `found ${value}`,
    accountOn: (connectionId: string) => `Account on ${connectionId}`,
    accountMissing: explainMissingAccount,
    agent: 'Trustless agent',
    agentAccount: (connectionId: string) => `The agent’s account on ${connectionId}`,
    notFound: (id: string) => `There is no flow ${id}`,
    notFoundHelp: 'Flows are numbered from 1 without gaps, so this one is not made yet, or it lives on another chain.',
    badId: (id: string) => `“${id}” is no flow id`,
    badIdHelp: 'A flow id is a whole number, such as 14.',
  },

  history: {
    title: 'Runs',
    picture: (count: number) => `The last ${formatCount(count, 'run')}, newest right. Arrow keys move between them.`,
    pictureTitle: (count: number) => `Fees of the last ${formatCount(count, 'run')}`,
    run: 'Run',
    columns: { number: 'Run', time: 'When', outcome: 'Outcome', delay: 'Delay', fee: 'Fee' },
    filter: 'Outcome',
    all: 'All',
    found: (shown: number, loaded: number) => `${formatNumber(shown)} of the newest ${formatCount(loaded, 'run')}`,
    more: 'Older runs',
    loadingMore: 'Loading older runs…',
    empty: 'No runs yet',
    emptyHelp: (next: string) => `The first run is ${next}. It will show up here by itself.`,
    emptyOver: 'This flow is over and never ran.',
    execution: (number: number) => `Run ${number}`,
    missing: (number: string) => `This flow has no run ${number}.`,
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
    attention: 'Needs attention',
    fees: 'Fees of the newest runs',
    noFees: 'None',
    accounts: 'Interchain accounts',
    accountsHelp: 'Each connection has an account of its own for this owner on the other chain.',
    connection: 'Connection',
    connectionHint: 'connection-0',
    lookUp: 'Look up',
    agents: 'Agents they run',
    flows: 'Flows',
    empty: 'No flows',
    emptyHelp: 'This address is valid, but owns no flow on this chain. Was it made with another account?',
    badAddress: 'This is no address',
    badAddressHelp: 'It has a typing mistake somewhere. Copy it whole, from a wallet or a list of flows.',
  },

  agents: {
    title: 'Agents',
    intro: 'Accounts that execute other owners’ flows on another chain, for a fee.',
    columns: { agent: 'Agent', connection: 'Connection', fee: 'Fee of a run', admin: 'Fees go to' },
    empty: 'No agents',
    emptyHelp: 'This chain has no trustless agent yet.',
    more: 'Load more agents',
    loadingMore: 'Loading more agents…',
  },

  agent: {
    title: 'Agent',
    facts: 'What it takes',
    account: 'Its account on the other chain',
    port: 'Port',
    flows: 'Flows that it executes',
    noFlows: 'No flow uses it.',
    notFound: 'There is no such agent',
    notFoundHelp: 'The address has a typing mistake somewhere, or its agent lives on another chain.',
  },

  params: {
    title: 'Parameters',
    intro: 'What the chain asks of every flow, set by its governance.',
    columns: { name: 'Parameter', value: 'Value', meaning: 'Meaning' },
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

  toast: {
    failed: (run: string) => `Run ${run} failed`,
    dismiss: 'Dismiss',
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
