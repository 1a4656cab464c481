/** The tests that can't pass through a gateway, by reason. */
export const excluded: readonly (readonly [reason: string, tests: RegExp])[] = [
  [
    'The gateway saves requests that this test counts.',
    /the version of a node is found once|the version is determined again|each client detects the version of a node separately/,
  ],
  [
    'The test waits for a fixed number of tasks, but requests to the gateway use the network.',
    /up to \d+ requests run in parallel|leaving the loop aborts all requests/,
  ],
  ['The gateway runs in the same process, and it needs `Date.now`.', /loads without `Date.now`/],
  ['The gateway runs in the same process, and it has timers.', /leaves no observer, connection or timer/],
  [
    'The flows come from a snapshot of the gateway instead of pages.',
    /loading stops when the last observer unmounts|loading continues if an observer unmounts|the loaded flows stay after an error|with an autoLoadLimit|is read once while live updates connect|is read after two seconds if live updates do not connect|the part of a loading collection|of only the newest flows of a collection|aborts its requests when unmounted, keeps the loaded pages/,
  ],
  [
    'The gateway waits for a node that lags behind, so the client repeats its request less often.',
    /unchanged data is requested again|the backoff ends if another fetch/,
  ],
  [
    'The gateway also waits for a node that lags behind, so a sync on a slow machine waits longer than the time after which it reports the lag.',
    /waits for a node that lags behind the events|waits for a lagging node behind a load balancer/,
  ],
  [
    'While the node fails, the gateway serves its last response instead of an error.',
    /the error stays until all stale parts|a failed refetch keeps the data/,
  ],
  [
    'The gateway reads a flow again if it changes during a request, so the client does not need to.',
    /a slow node causes no wasted requests/,
  ],
  [
    'The gateway refuses connections while its node is silent, so clients poll instead.',
    /never sends events, the state is `silent`|when events arrive again, the state is/,
  ],
  [
    'The client reconnects after the gateway has reconnected, which takes longer.',
    /after a reconnect, everything is requested again|after a lost connection, all flows|does not track the values that a callback reads/,
  ],
  [
    'The failures end after some requests, and the gateway sends fewer requests or others.',
    /after any sequence of changes and failures|retry: \w+ respects the value|a failed load is reported and repeated/,
  ],
  [
    'The gateway reads the chain of a node before it subscribes, so a connection to a slow node takes longer.',
    /is not settled until the node has reported the height/,
  ],
  [
    'The gateway caches balances and permissions for five seconds.',
    /checks the draft again when they change|a query that the node does not support makes only/,
  ],
  [
    'The first page can arrive before the gateway has requested the newest flow.',
    /scanFlows: flows that are created during a scan|the progress is reported after each page/,
  ],
  ['The test changes a past block, which the gateway keeps.', /finds the response to the second packet/],
  ['The gateway also reads the newest block, without a height.', /all requests have the height/],
  ['The test imitates a gateway.', /accepts an older response of a gateway/],
  [
    'The gateway finishes a request that a client cancels.',
    /aborts running requests and drops waiting ones|with a height that was interrupted is loaded completely/,
  ],
  [
    'The test runs the program of another package, which that package may be building at the same time.',
    /uses colors in a terminal/,
  ],
  [
    'The node of the test has another name than the mainnet, so the gateway refuses it.',
    /of the mainnet, the rules are/,
  ],
]
