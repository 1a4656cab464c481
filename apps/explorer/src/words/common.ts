import type { FlowQueryErrorKind } from '@flow-query/core'
import type { LiveStatus } from '@flow-query/core/live'
import {
  formatCount,
  formatNumber,
  outcomeNames,
  shortenAddress,
  statusMeanings,
  statusNames,
} from '@flow-query/format'
import type { HealthFilter, Sort } from '../flows/filters'

// Text that only some pages need is in the folder `words`, because each page loads only its own text.

/** The UI text that all pages share. Sentences that describe flows and runs come from `@flow-query/format`. */
export const words = {
  name: 'Flow Explorer',
  title: (page: string) => `${page} · Flow Explorer`,
  skipToContent: 'Skip to content',
  navigation: 'Pages',
  docs: 'flow-query documentation',

  flowTitle: (id: string) => `Flow ${id}`,
  noLabel: 'No label',
  statuses: statusNames,
  statusMeaning: statusMeanings,
  outcomes: outcomeNames,

  search: {
    label: 'Search for a flow or an owner',
    hint: 'ID, owner or label',
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
    loaded: (loaded: number, total: number | null) =>
      total === null
        ? `${formatCount(loaded, 'flow')} loaded`
        : `${formatNumber(loaded)} of ${formatCount(total, 'flow')} loaded`,
    stopped: (loaded: number, total: number | null) => `Loading failed. ${words.coverage.loaded(loaded, total)}`,
    continueLoading: 'Continue',
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

  exportCsv: 'Export CSV',

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
