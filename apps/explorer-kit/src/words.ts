import type { FlowQueryErrorKind } from '@flow-query/core'
import type { ForecastAssumption, ForecastFunds, ForecastOutcome } from '@flow-query/core/forecast'
import type { HistorySummary } from '@flow-query/core/insights'
import type { LiveStatus } from '@flow-query/core/live'
import {
  formatCount,
  formatNumber,
  outcomeNames,
  shortenAddress,
  statusMeanings,
  statusNames,
} from '@flow-query/format'
import type { HealthFilter, Sort } from './filters.js'

/** The UI text of all explorers. Sentences that describe flows and runs come from `@flow-query/format`. */
export const words = {
  name: 'Flow Explorer',
  title: (page: string) => `${page} · Flow Explorer`,
  skipToContent: 'Skip to content',
  navigation: 'Pages',
  docs: 'flow-query documentation',

  statuses: statusNames,
  statusMeaning: statusMeanings,
  outcomes: outcomeNames,

  search: {
    label: 'Search for a flow or an owner',
    hint: 'ID, owner or label',
  },

  overview: {
    title: 'Overview',
    loaded: (loaded: number, total: number | null) =>
      total === null
        ? `${formatCount(loaded, 'flow')} loaded`
        : `${formatNumber(loaded)} of ${formatCount(total, 'flow')} loaded`,
    continueLoading: 'Continue',
    attention: 'Needs attention',
    attentionAll: 'View all',
    noAttention: (checked: number, total: number | null) =>
      checked === total ? 'No flows need attention.' : 'None of the checked flows need attention.',
    /** `total` is null if only the newest flows are loaded. */
    checked: (checked: number, total: number | null) => {
      if (total === null) return `${formatNumber(checked)} of the newest flows checked`
      if (total === 0) return 'No flows have started yet'
      if (checked < total) return `${formatNumber(checked)} of ${formatCount(total, 'started flow')} checked`
      return total === 1 ? '1 started flow checked' : `All ${formatNumber(total)} started flows checked`
    },
    unread: (flows: number) => `${formatNumber(flows)} failed to load`,
    checkMore: (flows: number) => `Check ${formatNumber(flows)} more`,
    upcoming: 'Upcoming runs',
    hour: 'Next hour',
    day: 'Next 24 hours',
    upcomingSum: (runs: number, most: number) => `${formatCount(runs, 'run')}, at most ${formatNumber(most)} per bar`,
    upcomingAll: 'View all',
    noUpcoming: 'No upcoming runs',
    newest: 'Recent runs',
    newestAll: 'View all',
    noRuns: 'No runs yet',
    owners: 'Top owners',
    ownerFlows: (flows: number) => formatCount(flows, 'flow'),
    burnt: 'Total burned',
  },

  flows: {
    title: 'Flows',
    words: 'Search',
    wordsHint: 'Label, amount, address…',
    filters: 'Filters',
    /** The button that shows the filters on a narrow screen. */
    openFilters: (set: number) => (set ? `Filter and sort (${formatNumber(set)})` : 'Filter and sort'),
    status: 'Status',
    health: 'Health',
    type: 'Message type',
    connection: 'Connection',
    all: 'All',
    healths: {
      attention: 'Needs attention',
      failing: 'Failing',
      waiting: 'Waiting',
      healthy: 'Healthy',
    } satisfies Record<HealthFilter, string>,
    sort: 'Sort by',
    sorts: {
      newest: 'Newest',
      next: 'Next run',
      last: 'Last run',
      label: 'Label',
      worst: 'Worst health',
    } satisfies Record<Sort, string>,
    columns: { id: 'ID', flow: 'Flow', owner: 'Owner', status: 'Status', health: 'Health', next: 'Next run' },
    found: (shown: number, all: number) =>
      shown === all ? formatCount(all, 'flow') : `${formatNumber(shown)} of ${formatCount(all, 'flow')}`,
    foundAmong: (found: number, looked: number, all: number) =>
      looked < all
        ? `${formatNumber(found)} found, ${formatNumber(looked)} of ${formatCount(all, 'flow')} checked`
        : words.flows.found(found, all),
    printed: (shown: number, all: number) => `First ${formatNumber(shown)} of ${formatCount(all, 'flow')}`,
    checkMore: (more: number) => `Check ${formatNumber(more)} more`,
    checking: 'Checking…',
    empty: 'No flows yet',
    emptyHelp: 'No one has created a flow on this chain. New flows appear here automatically.',
    emptyFilter: 'No flows match these filters',
    emptyFilterHelp: 'Change the filters, or clear them to see all flows.',
    showAll: 'Clear filters',
  },

  /** Which flows of the chain a page covers. */
  coverage: {
    newest: (shown: number, total: number) => `the newest ${formatNumber(shown)} of ${formatCount(total, 'flow')}`,
    some: (shown: number, total: number) => `${formatNumber(shown)} of ${formatCount(total, 'flow')}`,
    unknown: (shown: number) => `${formatCount(shown, 'loaded flow')}`,
    found: (found: number, coverage: string) => `${formatNumber(found)} found in ${coverage}`,
    searched: (coverage: string) => `Only ${coverage} were searched. Load all flows, or change the filters.`,
    covers: (coverage: string) => `This page covers ${coverage}.`,
    asOf: (ago: string) => `Flows were last updated ${ago}. Later changes may be missing.`,
    loadAll: (size: string) => `Load all (about ${size})`,
    refresh: (size: string) => `Refresh (about ${size})`,
    loading: 'Loading…',
    megabytes: (size: number) => `${formatNumber(size)} MB`,
  },

  flow: {
    title: (id: string) => `Flow ${id}`,
    overline: 'Flow',
    noLabel: 'No label',
    accounts: 'Accounts',
    owner: 'Owner',
    feeAddress: 'Fee account',
    health: 'Health',
    viewRun: (number: number) => `View run ${number}`,
    nextRun: 'Next run',
    lastRun: 'Last run',
    noNext: 'None',
    notYet: 'None yet',
    success: 'Succeeded',
    successOf: ({ runs, attempted }: HistorySummary) =>
      attempted ? `${formatNumber(runs.succeeded + runs.feeNotCollected)} of ${formatNumber(attempted)}` : '–',
    /** Skipped and pending runs are listed separately, because they neither succeeded nor failed. */
    attempted: ({ runs, attempted }: HistorySummary, isWhole: boolean) => {
      const all = attempted + runs.skipped + runs.pending
      if (all === 0) return ''
      const counts = [
        attempted === 1 ? 'attempted run' : `${attempted ? '' : 'no '}attempted runs`,
        ...(runs.skipped ? [`${formatNumber(runs.skipped)} skipped`] : []),
        ...(runs.pending ? [`${formatNumber(runs.pending)} pending`] : []),
        ...(isWhole ? [] : [`in the last ${formatNumber(all)}`]),
      ]
      return counts.join(', ')
    },
    period: (runs: number, isWhole: boolean) => {
      if (runs === 0) return ''
      if (isWhole) return runs === 1 ? '1 run' : `all ${formatNumber(runs)} runs`
      return runs === 1 ? 'last run' : `last ${formatNumber(runs)} runs`
    },
    fees: 'Fees',
    noFees: 'None',
    delay: 'Median delay',
    delayNote: (p95: string) => `95% within ${p95}`,
    schedule: 'Schedule',
    starts: 'Start',
    ends: 'End',
    legend: { run: 'past run', now: 'now', next: 'next run' },
    updated: 'Updated',
    updates: (count: number) => (count > 1 ? ` (${formatCount(count, 'update')})` : ''),
    messages: 'Messages',
    json: 'JSON',
    conditions: 'Conditions',
    configuration: 'Configuration',
    results: {
      holds: 'Met now',
      fails: 'Not met now',
      applies: 'Applies now',
      idle: 'Does not apply now',
      unknown: 'Not known yet',
    },
    found: (value: string) => `Current value: ${value}`,
    accountOn: (connectionId: string) => `Account on ${connectionId}`,
    agent: 'Trustless agent',
    agentAccount: (connectionId: string) => `Agent account on ${connectionId}`,
    notFound: (id: string) => `Flow ${id} not found`,
    notFoundHelp: 'This flow does not exist yet, or it is on another chain.',
    badId: (id: string) => `“${id}” is not a valid flow ID`,
    badIdHelp: 'A flow ID is a whole number, such as 14.',
  },

  forecast: {
    title: 'Forecast of the next run',
    checking: 'Next run: checking balances and permissions…',
    unknown: 'Next run: can’t be predicted',
    unread: (error: string) => `Some facts are unknown, because they couldn’t be read: ${error.toLowerCase()}.`,
    payer: {
      feeAccount: (balance: string, cost: string) => `The fee account holds ${balance}, and a run costs about ${cost}.`,
      wallet: (balance: string, cost: string) => `The wallet holds ${balance}, and a run costs about ${cost}.`,
    },
    freeRuns: 'Runs are free.',
    assumes: (assumptions: string) => `This assumes that ${assumptions}.`,
    assumptions: {
      feeLikeLastRun: 'the fee stays the same',
      feeEstimated: 'the fee isn’t higher than the chain’s estimate',
      agentFeeUnchanged: 'the agent doesn’t change its fee',
      messagesLikeLastRun: 'the messages have the same effects as in the last run',
      answersArrive: 'the other chain responds to each run before the next one',
      bothReleases: 'the chain’s release is unknown',
    } satisfies Partial<Record<ForecastAssumption, string>>,
    otherRisks: (risks: number, areLater: boolean) =>
      formatCount(
        risks,
        areLater ? 'possible problem later' : 'more possible problem',
        areLater ? 'possible problems later' : undefined,
      ),
    copyAmount: (amount: string) => `amount ${amount}`,
    /** The expected outcome of a future run on the timeline. */
    expected: {
      succeeded: 'expected to succeed',
      feeNotCollected: 'the fee is not expected to be collected',
      failed: 'expected to fail',
      skipped: 'expected to be skipped',
      unknown: 'outcome unknown',
      none: 'won’t run',
    } satisfies Record<ForecastOutcome | 'none', string>,

    funds: 'Funds',
    feeAccount: 'Fee account',
    wallet: 'Wallet',
    emptyAccount: 'Empty',
    unreadAccount: 'Unknown',
    moreCoins: (coins: number) => `${formatNumber(coins)} more`,
    notes: {
      feeAccount: {
        feeAccount: 'Pays the fees',
        wallet: 'Not enough for a run, so the wallet pays',
        none: 'Not enough for a run',
      } satisfies Record<ForecastFunds['payer'], string>,
      pays: 'Pays the fees',
      fallback: 'Pays the fees if the fee account can’t',
      never: 'Doesn’t pay fees',
      stranded: 'Stranded, because this flow won’t run again',
      willStrand: (amount: string) => `${amount} will be left when the flow ends, and can’t be used anymore`,
    },
    costPerRun: 'Cost per run',
    paidRuns: 'Paid runs',
    runsOf: ({ atLeast, likely, atMost }: ForecastFunds['runs'], scheduled: number) => {
      const isRange = atMost !== null && atLeast !== atMost
      const paid = isRange ? `${formatNumber(atLeast)} to ${formatNumber(atMost)}` : formatNumber(likely)
      return `${paid} of ${formatNumber(scheduled)}`
    },

    dryRun: 'Dry run',
    dryRunning: 'Running…',
    dryRunHelp: 'Executes the messages on the current state of the chain, without changing it.',

    failures: 'Next failures',
    noFailures: (checked: number, total: number | null) =>
      checked === total ? 'No failures expected.' : 'No failures expected in the checked flows.',
    /** `total` is null if only the newest flows are loaded. */
    checked: (checked: number, total: number | null) => {
      if (total === null) return `${formatNumber(checked)} of the newest flows checked`
      if (total === 0) return 'No flows are running'
      if (checked < total)
        return `${formatNumber(checked)} of ${formatCount(total, 'running flow')} checked, soonest first`
      return total === 1 ? '1 running flow checked' : `All ${formatNumber(total)} running flows checked`
    },
    unreadFacts: 'Some facts couldn’t be read, so failures may be missing.',
    moreFailures: (failures: number) => `${formatNumber(failures)} more`,
  },

  history: {
    title: 'Runs',
    picture: (count: number) =>
      `The last ${formatCount(count, 'run')}, newest on the right. Use the arrow keys to move between runs.`,
    pictureTitle: (count: number) => `Fees of the last ${formatCount(count, 'run')}`,
    columns: { number: 'Run', time: 'Time', outcome: 'Outcome', delay: 'Delay', fee: 'Fee' },
    filter: 'Outcome',
    all: 'All',
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
  },

  owner: {
    title: 'Owner',
    attention: 'Needs attention',
    attentionAll: (flows: number) => `View all ${formatNumber(flows)}`,
    fees: (checked: number, total: number | null) =>
      checked === total ? 'Fees of recent runs' : `Fees of recent runs of ${formatCount(checked, 'checked flow')}`,
    noFees: 'None',
    accounts: 'Interchain accounts',
    accountsHelp: 'On each connection, this owner has a separate account on the other chain.',
    connection: 'Connection',
    connectionHint: 'connection-0',
    lookUp: 'Look up',
    agents: 'Managed agents',
    flows: 'Flows',
    empty: 'No flows',
    emptyHelp: 'This address is valid but owns no flows on this chain. The flow may belong to another account.',
    badAddress: 'Invalid address',
    badAddressHelp: 'Check the address for typos. You can copy it from a wallet or from a list of flows.',
  },

  agents: {
    title: 'Agents',
    intro: 'Agents are accounts that execute other owners’ flows on another chain, for a fee.',
    columns: { agent: 'Agent', connection: 'Connection', fee: 'Fee per run', admin: 'Fee admin' },
    empty: 'No agents',
    emptyHelp: 'This chain has no trustless agents yet.',
    more: 'Load more agents',
    loadingMore: 'Loading more agents…',
  },

  agent: {
    title: 'Agent',
    facts: 'Details',
    account: 'Account on the other chain',
    flows: 'Flows that use this agent',
    noFlows: 'No flows use this agent.',
    noneOf: (coverage: string) => `None of ${coverage} use this agent.`,
    notFound: 'Agent not found',
    notFoundHelp: 'Check the address for typos. The agent may also be on another chain.',
  },

  params: {
    title: 'Parameters',
    intro: 'Fees and limits for all flows on this chain. They are set by governance.',
    columns: { name: 'Parameter', value: 'Value', meaning: 'Meaning' },
  },

  notFound: {
    title: 'Page not found',
    help: 'Check the address for typos. The link may also be outdated.',
    toFlows: 'View all flows',
  },

  /** Shown after an exception in the explorer's own code. */
  crash: {
    title: 'This page crashed',
    help: 'This is a bug in the explorer. Your flow is not affected. Reloading the page may help.',
    reload: 'Reload page',
  },

  endpoint: {
    open: 'Endpoint',
    embedded: 'Demo chain',
    title: 'Choose an endpoint',
    embeddedChoice: 'Demo chain',
    embeddedHelp: 'Sample flows that run in this page, without a server.',
    lcdChoice: 'Node',
    lcd: 'LCD URL',
    lcdHint: 'https://lcd.example.org',
    rpc: 'RPC URL, for live updates',
    rpcHint: 'https://rpc.example.org (optional)',
    save: 'Connect',
    checking: 'Connecting…',
    cancel: 'Cancel',
    share: 'Copy link with this endpoint',
    switch: 'Change endpoint',
    ignored: (problem: string) => `The endpoint in this link was ignored. ${problem}`,
    dismiss: 'Dismiss',
    problems: {
      empty: 'Enter an LCD URL.',
      url: (text: string) => `“${text}” is not a valid URL. Use a URL such as https://lcd.example.org.`,
      protocol: (protocol: string) => `URLs that start with ${protocol}// are not supported.`,
      credentials: 'The URL contains a user name or password, which browsers reject.',
      query: 'Remove the query (?) or fragment (#) from the URL.',
      mixed: 'This page was loaded over https://, so the browser blocks requests to http:// URLs.',
      rpc: (problem: string) => `The RPC URL is not valid. ${problem}`,
    },
  },

  api: { open: 'API request of this page' },

  bookmarks: {
    title: 'Bookmarks',
    add: 'Bookmark',
    edit: 'Edit bookmark',
    name: 'Name',
    help: 'Bookmarks are stored in this browser only.',
    save: 'Save',
    remove: 'Remove',
    cancel: 'Cancel',
    kind: { owner: () => 'Owner', flow: (id: string) => `Flow ${id}` },
    showAll: (count: number) => `Show all ${formatNumber(count)}`,
    problems: {
      full: (most: number) => `You can have at most ${formatNumber(most)} bookmarks. Remove one first.`,
      notStored: 'Your browser blocks storage, or it is full. This bookmark is lost when you close the page.',
    },
  },

  csv: {
    export: 'Export CSV',
    flows: {
      columns: {
        id: 'ID',
        label: 'Label',
        does: 'Description',
        owner: 'Owner',
        status: 'Status',
        health: 'Health',
        next: 'Next run',
        interval: 'Interval',
        start: 'Start',
        end: 'End',
        types: 'Message types',
        connections: 'Connections',
        agent: 'Trustless agent',
        feeAccount: 'Fee account',
      },
    },
    runs: {
      columns: {
        number: 'Run',
        outcome: 'Outcome',
        scheduled: 'Scheduled',
        executed: 'Executed',
        fee: 'Fee',
        errors: 'Errors',
        packets: 'Packets',
      },
    },
  },

  toast: {
    dismiss: 'Dismiss',
  },

  theme: { dark: 'Switch to dark theme', light: 'Switch to light theme' },

  live: {
    waiting: 'Waiting for the node',
    ok: (ago: string) => `Updated ${ago}`,
    connected: 'Live',
    reconnecting: 'Reconnecting',
    full: (ago: string) => `Updated ${ago} (connection limit reached)`,
    failing: 'No response',
    stale: (ago: string) => `Showing data from ${ago}. Retrying automatically.`,
    retry: 'Retry now',
  },

  /** The line about the node on each page. */
  node: {
    late: 'No new blocks',
    block: (height: string) => `Block ${height}`,
    /** How the page learns about changes, for each state of the connection. */
    updates: {
      connected: () => 'Following events',
      connecting: () => 'Connecting to events',
      silent: (seconds: number) => `Polling every ${seconds} s, no events`,
      reconnecting: (seconds: number) => `Polling every ${seconds} s`,
      polling: (seconds: number) => `Polling every ${seconds} s`,
      stopped: () => '',
    } satisfies Record<LiveStatus['state'], (seconds: number) => string>,
  },

  copy: { label: (what: string) => `Copy ${what}`, done: 'Copied', failed: 'Copy failed' },
  what: {
    owner: 'owner address',
    agent: 'agent address',
    feeAddress: 'fee account address',
    id: 'flow ID',
    link: 'link with this endpoint',
    // A page can have several addresses and denoms, so the accessible name of each copy button includes the text.
    address: (address: string) => `address ${shortenAddress(address)}`,
    denom: (denom: string) => `denom ${shortenAddress(denom)}`,
  },

  retry: 'Try again',
  /** Added to errors that are retried. */
  keepsAsking: 'Retrying automatically.',
  details: 'Details',
  loading: 'Loading',

  /** For each kind of error: what happened, and what to do. */
  errors: {
    argument: ['Invalid request', 'The request contains an invalid ID or address. Check it for typos.'],
    notFound: ['Not found', 'The node could not find this. It may be on another chain.'],
    unsupported: [
      'Unsupported node',
      'This is not an Intento node, or its API version is not supported. Choose another endpoint.',
    ],
    tooLarge: ['Response too large', 'The node refused to send this much data at once.'],
    rateLimited: ['Too many requests', 'The node limits the number of requests. Wait a moment.'],
    node: ['Node error', 'The node is online but cannot respond at the moment. Another endpoint may work.'],
    network: [
      'Cannot connect to the node',
      'The node may be down, its URL may be wrong, or it may not allow requests from other sites (CORS).',
    ],
    timeout: ['Request timed out', 'The node may be overloaded. Another endpoint may be faster.'],
    decode: ['Unexpected response', 'The server responded, but not like an Intento node. Check the URL.'],
    other: ['Something went wrong', 'Reloading the page may help.'],
  } satisfies Record<FlowQueryErrorKind | 'other', [title: string, help: string]>,
}
